import { memberOf, setMember, type DraftObject, type JsonObject } from "@lintel/json/value";
import type { Three } from "../model/merge.types.ts";
import { formOf, type Form } from "./forms.ts";
import { mergeBelow, type MergeContext } from "./merge-context.ts";
import { mergeOrder } from "./merge-order.ts";

/** Merges three objects member by member. */
export function mergeObject(
  context: MergeContext,
  form: Form,
  { base, mine, theirs }: Three<JsonObject>,
): JsonObject {
  const order = mergeOrder(
    { base: Object.keys(base), mine: Object.keys(mine), theirs: Object.keys(theirs) },
    context.prefer,
  );
  const draft: DraftObject = {};
  for (const name of order) {
    const members = {
      base: memberOf(base, name),
      mine: memberOf(mine, name),
      theirs: memberOf(theirs, name),
    };
    const merged = mergeBelow(context, formOf(form, name), members, [name, name]);
    if (merged !== undefined) setMember(draft, name, merged);
  }
  return draft;
}
