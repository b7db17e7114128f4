import { isInScope } from "./scope.ts";
import type { Surface } from "./surface.types.ts";

/** Whether a scan may ask for a path that no template of the document matches. */
export function isUndocumented({ operations, scope }: Surface, path: string): boolean {
  const steps = path.split("/");
  const isDocumented = operations.some((operation) => {
    const template = operation.path.split("/");
    return (
      template.length === steps.length &&
      template.every((step, at) => step.includes("{") || step === steps[at])
    );
  });
  return !isDocumented && isInScope(scope, { id: `GET ${path}`, operationId: null });
}
