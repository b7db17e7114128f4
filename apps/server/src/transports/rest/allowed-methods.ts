import { allOperations } from "@lintel/contract/catalog";

const routes = allOperations.flatMap(({ rest }) =>
  rest === undefined
    ? []
    : [
        {
          method: rest.method,
          pattern: new RegExp(`^${rest.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
        },
      ],
);

/** The methods that an address has; none where there is nothing at all. */
export function allowedMethods(path: string): string[] {
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  return [...new Set<string>(methods)].sort();
}
