import type { Visit } from "../../grammar/walk-objects.ts";
import { exampleWithGet, queryParameter } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";

export const schemaAndContent: ValidityRule = {
  code: "SCHEMA_AND_CONTENT",
  severity: "error",
  summary: "No parameter or header has both a schema and content.",
  why: "The two describe the value in different ways and exclude each other.",
  fix: "Keep schema for a plain value, and content for one with a media type.",
  good: exampleWithGet({ parameters: [queryParameter] }),
  bad: exampleWithGet({ parameters: [{ ...queryParameter, content: { "text/plain": {} } }] }),
  begin: (context) => {
    const check: Visit = (object, _, path) => {
      if (!Object.hasOwn(object, "schema") || !Object.hasOwn(object, "content")) return;
      context.report(path, 'This has both "schema" and "content": keep one of them.');
    };
    return { on: { parameter: check, header: check } };
  },
};
