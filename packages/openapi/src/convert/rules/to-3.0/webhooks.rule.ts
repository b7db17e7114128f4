import { makeRenameRule } from "../rename-rule.ts";
import { webhooksPlace } from "../renamed-places.ts";

export const webhooks = makeRenameRule(webhooksPlace, {
  summary: "Webhooks are an extension in 3.0, which tools know by the name x-webhooks.",
  spec: "OpenAPI 3.1 §4.8.1 OpenAPI Object",
  examples: [
    {
      newer: { paths: {}, webhooks: { a: {} } },
      older: { paths: {}, "x-webhooks": { a: {} } },
    },
  ],
});
