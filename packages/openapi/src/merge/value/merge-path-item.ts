import { operationMethods } from "../../model/design.types.ts";
import { setMember, type DraftObject, type JsonObject } from "@lintel/json/value";
import type { Side, Three } from "../model/merge.types.ts";
import type { Form } from "./forms.ts";
import { keepPreferred, type MergeContext } from "./merge-context.ts";
import { mergeObject } from "./merge-object.ts";

function pick(object: JsonObject, isKept: (name: string) => boolean): JsonObject {
  const draft: DraftObject = {};
  for (const [name, value] of Object.entries(object)) {
    if (isKept(name)) setMember(draft, name, value);
  }
  return draft;
}

const isMethod = (name: string) => operationMethods.includes(name);
const pickFrame = (pathItem: JsonObject) => pick(pathItem, (name) => !isMethod(name));

/** A path item that one side removed. */
export interface LonePathItem {
  readonly base: JsonObject;
  readonly present: JsonObject;
  /** The side that still has it. */
  readonly side: Side;
}

/**
 * Merges a path item that one side removed, operation by operation. What the operations share, such
 * as the parameters of the path, remains as long as one of them does, because they need it.
 */
export function mergeLonePathItem(
  context: MergeContext,
  form: Form,
  { base, present, side }: LonePathItem,
): JsonObject | undefined {
  const frame = pickFrame(present);
  const isEdited = context.numberOf(frame) !== context.numberOf(pickFrame(base));
  const three: Three<JsonObject> = {
    base: { ...pick(base, isMethod), ...frame },
    mine: side === "mine" ? present : frame,
    theirs: side === "theirs" ? present : frame,
  };
  const merged = mergeObject(context, form, three);
  if (isEdited) {
    const absent = { base: pickFrame(base), mine: undefined, theirs: undefined };
    keepPreferred(context, { ...absent, [side]: frame });
  }
  const isKept = Object.keys(merged).some(isMethod) || (isEdited && context.prefer === side);
  return isKept ? merged : undefined;
}
