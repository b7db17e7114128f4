import { isObject, memberOf, type JsonObject } from "@lintel/json/value";
import { shorten } from "@lintel/json/shorten";
import type { Rule, RuleContext } from "./rule.types.ts";

/** Longer chains of references are not followed to their end. */
const mostSteps = 100;

/** Whether references lead from an object to an object that was passed before. */
function isCircular({ find }: RuleContext, object: JsonObject): boolean {
  const passed = new Set<JsonObject>();
  let at = object;
  while (passed.size < mostSteps) {
    if (passed.has(at)) return true;
    passed.add(at);
    const reference = memberOf(at, "$ref");
    const next = typeof reference === "string" ? find(reference) : undefined;
    if (!isObject(next)) return false;
    at = next;
  }
  return false;
}

export const referenceCircular: Rule = {
  code: "REFERENCE_CIRCULAR",
  severity: "error",
  summary: "No reference leads back to itself, directly or through other references.",
  begin: (context) => ({
    each(object, _, path) {
      const reference = memberOf(object, "$ref");
      if (typeof reference !== "string" || !isCircular(context, object)) return;
      const message = `${shorten(reference)} leads back to itself: refer to what has content of its own.`;
      context.report([...path, "$ref"], message);
    },
  }),
};
