import { operationMethods } from "@lintel/openapi/design";
import { follow, type DocumentView } from "@lintel/openapi/view";
import { isObject, objectOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import type { OperationSide } from "./comparison.types.ts";

export interface Endpoint extends OperationSide {
  readonly kind: "path" | "webhook";
  /** In upper case if the specification names it, else as written. */
  readonly method: string;
}

const methods = new Set(operationMethods);

/**
 * The operations of a path item by their methods, including those of `additionalOperations` in 3.2.
 */
export function listMethods(item: Place): Map<string, Place> {
  const operations = new Map<string, Place>();
  for (const name of Object.keys(objectOf(item.value))) {
    if (methods.has(name)) operations.set(name.toUpperCase(), stepInto(item, name));
  }
  const others = stepInto(item, "additionalOperations");
  for (const name of Object.keys(objectOf(others.value))) {
    operations.set(name, stepInto(others, name));
  }
  for (const [name, operation] of operations)
    if (!isObject(operation.value)) operations.delete(name);
  return operations;
}

export function listEndpoints(document: DocumentView): Endpoint[] {
  const endpoints: Endpoint[] = [];
  for (const [kind, section] of [
    ["path", "paths"],
    ["webhook", "webhooks"],
  ] as const) {
    const items = stepInto(document.root, section);
    for (const path of Object.keys(objectOf(items.value))) {
      if (path.startsWith("x-") && kind === "path") continue;
      const item = follow(document, stepInto(items, path));
      for (const [method, operation] of listMethods(item)) {
        endpoints.push({ kind, method, path, item, operation });
      }
    }
  }
  return endpoints;
}
