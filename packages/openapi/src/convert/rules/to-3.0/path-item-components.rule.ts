import { makeRenameRule } from "../rename-rule.ts";
import { pathItemsPlace } from "../renamed-places.ts";

export const pathItemComponents = makeRenameRule(pathItemsPlace, {
  summary:
    "Path items among the components are an extension in 3.0, which may still be referred to.",
  spec: "OpenAPI 3.1 §4.8.7 Components Object",
  examples: [
    {
      newer: { pathItems: { a: {} } },
      older: { "x-lintel-path-items": { a: {} } },
    },
  ],
});
