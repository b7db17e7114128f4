import type { OperationEntry, ReferencePlan, SchemaEntry } from "../plan/reference.types.ts";

/** How an operation is asked for: by method and path, as the document has them, or by its id. */
export type OperationName =
  | { readonly method: string; readonly path: string }
  | { readonly operationId: string };

export function findOperation(plan: ReferencePlan, name: OperationName): OperationEntry | null {
  const key = "operationId" in name ? `#${name.operationId}` : `${name.method} ${name.path}`;
  return plan.operationPages.get(key) ?? null;
}

export function findSchema(plan: ReferencePlan, name: string): SchemaEntry | null {
  return plan.schemas.find(({ title }) => title === name) ?? null;
}
