import type { Weakness } from "./weakness.ts";

export const unencryptedWebhook: Weakness = {
  name: "unencrypted-webhook",
  title: "Webhooks are sent without encryption",
  owasp: "API10:2023",
  summary: "The document says that reservations are announced to the warehouse over plain HTTP.",
  found: ["SVC10001 GET /"],
  apply: () => ({
    reviseDocument: (text) => text.replace("https://warehouse.", "http://warehouse."),
  }),
};
