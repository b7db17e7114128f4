import Type, { type Static } from "typebox";
import { deliveryStates, webhookForms, webhookStatuses } from "../words/webhooks.ts";
import { Description, Id, nullable, record, RowVersion, Timestamp } from "./common.ts";

/** The fields that a person sets. */
export const webhookFields = {
  address: Type.String({
    pattern: "^https?://",
    maxLength: 2000,
    description: "The http or https address that receives the messages.",
  }),
  eventTypes: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    minItems: 1,
    maxItems: 50,
    description:
      "The types of events to send: a type, all of a kind such as `deprecation.*`, or `*`.",
  }),
  form: Type.Enum([...webhookForms], {
    description: "Lintel's own JSON, or a message that Slack or Microsoft Teams shows.",
  }),
  description: Type.String({
    ...Description,
    maxLength: 500,
    description: "What the webhook is for.",
  }),
  isActive: Type.Boolean({ description: "Whether events are sent." }),
};

export const Webhook = record({
  id: Id,
  projectId: nullable(
    Type.String({
      format: "uuid",
      description: "The project whose events are sent; null: of the whole organization.",
    }),
  ),
  ...webhookFields,
  address: nullable(
    Type.String({ description: "null where no key opens it any more: enter it again." }),
  ),
  status: Type.Enum([...webhookStatuses]),
  failingSince: nullable(Timestamp),
  failure: nullable(Type.String({ description: "Why the last attempt failed." })),
  pausedAt: nullable(Timestamp),
  previousSecretUntil: nullable(
    Type.String({
      format: "date-time",
      description: "Until when the secret before the last rotation signs as well.",
    }),
  ),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = record({
  ...Webhook.properties,
  secret: Type.String({ description: "Signs the messages. It is shown only once." }),
});
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

const status = nullable(
  Type.Integer({ description: "The status of the answer; null where there was none." }),
);

const failure = nullable(Type.String({ description: "Why it failed." }));

export const DeliveryAttempt = record({
  attemptedAt: Timestamp,
  status,
  failure,
  excerpt: Type.String({ description: "The beginning of the answer's body." }),
  elapsedMs: Type.Integer({ minimum: 0 }),
});
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

export const DeliveryItem = record({
  id: Type.String({ format: "uuid", description: "What the receiver got as X-SVC-Delivery." }),
  webhookId: Id,
  eventType: Type.String(),
  subject: record({ type: Type.String(), id: Id }),
  occurredAt: Timestamp,
  state: Type.Enum([...deliveryStates]),
  attemptCount: Type.Integer({ minimum: 0 }),
  nextAttemptAt: nullable(
    Type.String({
      format: "date-time",
      description: "null where no attempt follows, or an earlier event of the subject goes first.",
    }),
  ),
  status,
  failure,
  finishedAt: nullable(Timestamp),
});
export type DeliveryItem = Static<typeof DeliveryItem>;

/** A delivery with what was sent and what came back. */
export const Delivery = record({
  ...DeliveryItem.properties,
  payload: Type.String({ description: "The body of the message, byte for byte." }),
  attempts: Type.Array(DeliveryAttempt, { description: "The last ten attempts, in their order." }),
});
export type Delivery = Static<typeof Delivery>;
