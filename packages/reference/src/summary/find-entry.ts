import type { OperationEntry, ReferencePlan, SchemaEntry } from "../plan/reference.types.ts";

/** The key of an operation: its method and path in the document, or its id. */
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
