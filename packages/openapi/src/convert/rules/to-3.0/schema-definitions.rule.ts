import { makeRenameRule } from "../rename-rule.ts";
import { definitionsPlace } from "../renamed-places.ts";

export const schemaDefinitions = makeRenameRule(definitionsPlace, {
  summary: "Schemas defined within a schema are an extension in 3.0, which may be referred to.",
  spec: "JSON Schema Core 2020-12 §8.2.4",
  examples: [
    {
      newer: { $defs: { a: { title: "A" } } },
      older: { "x-lintel-defs": { a: { title: "A" } } },
    },
  ],
});
