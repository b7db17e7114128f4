import { matchesTemplate } from "./match-path.ts";
import { isInScope } from "./scope.ts";
import type { Surface } from "./surface.types.ts";

/** Whether a scan may ask for a path that no template of the document matches. */
export function isUndocumented({ operations, scope }: Surface, path: string): boolean {
  const isDocumented = operations.some((operation) => matchesTemplate(operation.path, path));
  return !isDocumented && isInScope(scope, { id: `GET ${path}`, operationId: null });
}
