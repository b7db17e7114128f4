import { isObject, type Json, type JsonObject } from "@lintel/json/value";
import { editMembers, type Edits } from "../model/edit-members.ts";
import { listAt } from "./read-parts.ts";
import { upgradeOperation, upgradeParameters } from "./upgrade-operation.ts";
import type { Upgrade } from "./upgrade.types.ts";

const methods = ["get", "put", "post", "delete", "options", "head", "patch"] as const;

/** A path item in the form of 3.0. Each of its operations gets the bodies that it lists. */
export function upgradePathItem(item: Json, document: JsonObject, upgrade: Upgrade): Json {
  if (!isObject(item)) return item;
  const shared = listAt(item, "parameters");
  const edits: Record<string, Json> = {};
  for (const method of methods) {
    const operation = Object.hasOwn(item, method) ? item[method] : undefined;
    if (isObject(operation)) edits[method] = upgradeOperation(operation, shared, document, upgrade);
  }
  const parameters = upgradeParameters(shared, upgrade);
  const listed: Edits =
    shared.length === 0 ? {} : { parameters: parameters.length > 0 ? parameters : undefined };
  return editMembers(item, { ...edits, ...listed });
}
