import type { Operation, Surface } from "./surface.types.ts";

/** The operations that a request can be of, those with the fewest variables in their paths first. */
export const listFitting = (
  { operations }: Surface,
  { method, path }: { readonly method: string; readonly path: string },
): Operation[] =>
  operations
    .filter((one) => one.method === method && matchesTemplate(one.path, path))
    .toSorted((left, right) => left.path.split("{").length - right.path.split("{").length);

/** Whether a path has the form of a template, in which a segment with a variable matches any segment. */
export function matchesTemplate(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => segment.includes("{") || segment === given[at])
  );
}
