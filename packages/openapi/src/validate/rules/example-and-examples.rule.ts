import type { Visit } from "../../grammar/walk-objects.ts";
import type { Rule } from "./rule.types.ts";

export const exampleAndExamples: Rule = {
  code: "EXAMPLE_AND_EXAMPLES",
  severity: "error",
  summary: "Nothing has both an example and examples.",
  begin: (context) => {
    const check: Visit = (object, _, path) => {
      if (!Object.hasOwn(object, "example") || !Object.hasOwn(object, "examples")) return;
      context.report(path, 'This has both "example" and "examples": keep one of them.');
    };
    return { on: { parameter: check, header: check, mediaType: check } };
  },
};
