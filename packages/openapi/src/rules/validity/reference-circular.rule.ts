import { isObject, memberOf, type JsonObject } from "@lintel/json/value";
import { shorten } from "@lintel/json/shorten";
import { exampleWithSchema } from "../form/example-documents.ts";
import type { ValidityRule, RuleContext } from "../form/rule.types.ts";

/** The maximum length of a followed chain of references. */
const maxSteps = 100;

/** Whether the references of an object lead back to an object of the chain. */
function isCircular({ find }: RuleContext, object: JsonObject): boolean {
  const passed = new Set<JsonObject>();
  let at = object;
  while (passed.size < maxSteps) {
    if (passed.has(at)) return true;
    passed.add(at);
    const reference = memberOf(at, "$ref");
    const next = typeof reference === "string" ? find(reference) : undefined;
    if (!isObject(next)) return false;
    at = next;
  }
  return false;
}

export const referenceCircular: ValidityRule = {
  code: "REFERENCE_CIRCULAR",
  severity: "error",
  summary: "No reference leads back to itself, directly or through other references.",
  lintRule: "no-unresolved-refs",
  why: "Such a reference has no content.",
  fix: "Refer to a component that has content of its own.",
  good: exampleWithSchema({ properties: { parent: { $ref: "#/components/schemas/Order" } } }),
  bad: exampleWithSchema({ $ref: "#/components/schemas/Order" }),
  begin: (context) => ({
    each(object, _, path) {
      const reference = memberOf(object, "$ref");
      if (typeof reference !== "string" || !isCircular(context, object)) return;
      const message = `${shorten(reference)} leads back to itself: refer to what has content of its own.`;
      context.report([...path, "$ref"], message);
    },
  }),
};
