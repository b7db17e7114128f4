import type { Visit } from "../../grammar/walk-objects.ts";
import type { Rule } from "./rule.types.ts";

export const schemaAndContent: Rule = {
  code: "SCHEMA_AND_CONTENT",
  severity: "error",
  summary: "No parameter or header has both a schema and content.",
  begin: (context) => {
    const check: Visit = (object, _, path) => {
      if (!Object.hasOwn(object, "schema") || !Object.hasOwn(object, "content")) return;
      context.report(path, 'This has both "schema" and "content": keep one of them.');
    };
    return { on: { parameter: check, header: check } };
  },
};
