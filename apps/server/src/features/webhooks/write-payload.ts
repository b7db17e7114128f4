import type { WebhookForm } from "@lintel/contract/words/webhooks";
import type { StoredDelivery } from "./delivery.store.ts";

/** The body of a message. It has ids alone, as the event has. */
export function writePayload(form: WebhookForm, delivery: StoredDelivery): string {
  return JSON.stringify(forms[form](delivery));
}

const forms: Readonly<Record<WebhookForm, (delivery: StoredDelivery) => object>> = {
  lintel: ({ eventType, occurredAt, organizationId, projectId, actor, data, ...rest }) => ({
    eventType,
    timestamp: occurredAt.toISOString(),
    organizationId,
    projectId,
    actor,
    data: { subject: { type: rest.subjectType, id: rest.subjectId }, ...data },
  }),
  // https://docs.slack.dev/messaging/formatting-message-text
  slack: (delivery) => {
    const lines = listFacts(delivery).map(([label, value]) => `• ${label}: ${escapeSlack(value)}`);
    return { text: [`*${escapeSlack(delivery.eventType)}*`, ...lines].join("\n") };
  },
  // https://learn.microsoft.com/connectors/teams/#microsoft-teams-webhook
  teams: (delivery) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            { type: "TextBlock", text: delivery.eventType, weight: "Bolder", wrap: true },
            {
              type: "FactSet",
              facts: listFacts(delivery).map(([title, value]) => ({ title, value })),
            },
          ],
        },
      },
    ],
  }),
};

const maxValue = 300;

function listFacts(delivery: StoredDelivery): [label: string, value: string][] {
  const { subjectType, subjectId, projectId, actor, data, occurredAt } = delivery;
  const facts: [string, unknown][] = [
    [subjectType, subjectId],
    ["project", projectId],
    ["by", actor.id === null ? actor.type : `${actor.type} ${actor.id}`],
    ["at", occurredAt.toISOString()],
    ...Object.entries(data),
  ];
  return facts
    .filter(([, value]) => value !== null)
    .map(([label, value]) => [label, writeValue(value).slice(0, maxValue)]);
}

const writeValue = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
