import type { Visit } from "../../grammar/walk-objects.ts";
import { exampleWithGet, queryParameter } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";

export const exampleAndExamples: ValidityRule = {
  code: "EXAMPLE_AND_EXAMPLES",
  severity: "error",
  summary: "Nothing has both an example and examples.",
  why: "The two exclude each other, and tools show only one of them.",
  fix: "Keep examples, and move the single example into it under a name.",
  good: exampleWithGet({ parameters: [{ ...queryParameter, example: 1 }] }),
  bad: exampleWithGet({ parameters: [{ ...queryParameter, example: 1, examples: {} }] }),
  begin: (context) => {
    const check: Visit = (object, _, path) => {
      if (!Object.hasOwn(object, "example") || !Object.hasOwn(object, "examples")) return;
      context.report(path, 'This has both "example" and "examples": keep one of them.');
    };
    return { on: { parameter: check, header: check, mediaType: check } };
  },
};
