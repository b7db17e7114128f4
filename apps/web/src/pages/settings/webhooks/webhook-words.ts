import type { WebhookForm } from "@lintel/contract/words/webhooks";

export const formNames: Readonly<Record<WebhookForm, string>> = {
  lintel: "A program (JSON of Lintel)",
  slack: "Slack",
  teams: "Microsoft Teams",
};

/** The types of events in a text, separated by spaces or commas. */
export const readTypes = (text: string): string[] =>
  text.split(/[\s,]+/).filter((type) => type !== "");
