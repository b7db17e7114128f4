import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const pathsOptional: ConversionRule = {
  code: "PATHS_OPTIONAL",
  summary: "A document without paths gets an empty map of them, which 3.0 requires.",
  spec: "OpenAPI 3.1 §4.8.1 OpenAPI Object",
  kinds: ["document"],
  down: {
    watches: "absent",
    severity: "info",
    message: 'OpenAPI 3.0 requires "paths": an empty map was added.',
    apply: (object) =>
      Object.hasOwn(object, "paths") ? object : editMembers(object, { paths: {} }),
  },
  examples: [{ newer: { tags: [] }, older: { tags: [], paths: {} }, ways: "down" }],
};
