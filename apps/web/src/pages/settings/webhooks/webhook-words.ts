import type { WebhookForm } from "@lintel/contract/words/webhooks";

export const formNames: Readonly<Record<WebhookForm, string>> = {
  lintel: "A program (JSON of Lintel)",
  slack: "Slack",
  teams: "Microsoft Teams",
};
