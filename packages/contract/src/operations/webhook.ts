import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, page, pagingInput, RowVersion } from "../shapes/common.ts";
import {
  Delivery,
  DeliveryItem,
  Webhook,
  webhookFields,
  WebhookWithSecret,
} from "../shapes/webhook.ts";
import { deliveryStates } from "../words/webhooks.ts";

const toolset = "notifications";
const base = "/api/webhooks";
const one = `${base}/{webhookId}`;
const deliveries = `${one}/deliveries`;

const shared = {
  group: "Webhooks",
  permission: "org:manage-security",
  context: "organization",
  isStable: false,
} as const;

const reading = { ...shared, effect: "read", isIdempotent: true } as const;

export const listWebhooks = operation({
  ...reading,
  name: "listWebhooks",
  title: "List webhooks",
  summary: "List the webhooks of the organization and of its projects, with their states.",
  rest: { method: "GET", path: base },
  admin: { command: "webhook list" },
  tool: { name: "list_webhooks", toolset },
  input: {
    projectId: Type.Optional(
      Type.String({ format: "uuid", description: "Only webhooks of this project." }),
    ),
    ...pagingInput,
  },
  output: page(Webhook),
  problems: ["ORG_OPERATION_DENIED"],
});

export const createWebhook = operation({
  ...shared,
  name: "createWebhook",
  title: "Create a webhook",
  summary:
    "Send events of the organization, or of one project, to an address. The answer shows the secret that signs the messages, once.",
  effect: "write",
  isIdempotent: false,
  event: "webhook.created",
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  tool: { name: "create_webhook", toolset },
  input: {
    projectId: Type.Optional(
      Type.String({
        format: "uuid",
        description: "Sends events of this project alone; of the whole organization unless given.",
      }),
    ),
    address: webhookFields.address,
    eventTypes: webhookFields.eventTypes,
    form: Type.Optional({ ...webhookFields.form, default: "lintel" }),
    description: Type.Optional({ ...webhookFields.description, default: "" }),
    isActive: Type.Optional({ ...webhookFields.isActive, default: true }),
  },
  output: WebhookWithSecret,
  problems: ["ORG_OPERATION_DENIED", "PLAN_LIMIT_REACHED"],
});

export const getWebhook = operation({
  ...reading,
  name: "getWebhook",
  title: "Read a webhook",
  summary: "Shows a webhook with its state and why it fails, without its secret.",
  rest: { method: "GET", path: one },
  admin: { command: "webhook show" },
  input: { webhookId: Id },
  output: Webhook,
  problems: ["ORG_OPERATION_DENIED"],
});

export const updateWebhook = operation({
  ...shared,
  name: "updateWebhook",
  title: "Change a webhook",
  summary:
    "Changes the given fields. A webhook that was paused sends again once it is active. One that becomes inactive drops what waits.",
  effect: "write",
  isIdempotent: true,
  event: "webhook.updated",
  rest: { method: "PATCH", path: one },
  input: {
    webhookId: Id,
    address: Type.Optional(webhookFields.address),
    eventTypes: Type.Optional(webhookFields.eventTypes),
    form: Type.Optional(webhookFields.form),
    description: Type.Optional(webhookFields.description),
    isActive: Type.Optional(webhookFields.isActive),
    rowVersion: RowVersion,
  },
  output: Webhook,
  problems: ["ORG_OPERATION_DENIED", "CONCURRENCY_CONFLICT"],
});

export const deleteWebhook = operation({
  ...shared,
  name: "deleteWebhook",
  title: "Delete a webhook",
  summary: "Deletes a webhook with its deliveries.",
  effect: "destructive",
  isIdempotent: false,
  event: "webhook.deleted",
  rest: { method: "DELETE", path: one },
  admin: { command: "webhook delete" },
  input: { webhookId: Id },
  output: null,
  problems: ["ORG_OPERATION_DENIED"],
});

export const rotateWebhookSecret = operation({
  ...shared,
  name: "rotateWebhookSecret",
  title: "Rotate the secret of a webhook",
  summary:
    "Makes a new secret and shows it once. The secret before signs as well for a time, so that receivers can change over.",
  effect: "write",
  isIdempotent: false,
  event: "webhook.secret_rotated",
  rest: { method: "POST", path: `${one}/secret` },
  input: {
    webhookId: Id,
    keepPreviousHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: "For how many hours the secret before signs as well; 0 ends it at once.",
      }),
    ),
  },
  output: WebhookWithSecret,
  problems: ["ORG_OPERATION_DENIED"],
});

export const pingWebhook = operation({
  ...shared,
  name: "pingWebhook",
  title: "Ping a webhook",
  summary: "Sends a message of the type `ping` at once, without retries, and shows the answer.",
  effect: "write",
  isIdempotent: false,
  event: "webhook.pinged",
  rest: { method: "POST", path: `${one}/ping` },
  admin: { command: "webhook ping" },
  input: { webhookId: Id },
  output: Delivery,
  problems: ["ORG_OPERATION_DENIED"],
});

export const listWebhookDeliveries = operation({
  ...reading,
  name: "listWebhookDeliveries",
  title: "List deliveries",
  summary: "List what a webhook sent in the last 30 days and what waits, newest first.",
  rest: { method: "GET", path: deliveries },
  admin: { command: "webhook deliveries" },
  tool: { name: "list_webhook_deliveries", toolset },
  input: {
    webhookId: Id,
    state: Type.Optional(
      Type.Enum([...deliveryStates], { description: "Only deliveries in this state." }),
    ),
    eventType: Type.Optional(
      Type.String({ maxLength: 100, description: "Only deliveries of this type of event." }),
    ),
    ...pagingInput,
  },
  output: page(DeliveryItem),
  problems: ["ORG_OPERATION_DENIED"],
});

export const getWebhookDelivery = operation({
  ...reading,
  name: "getWebhookDelivery",
  title: "Read a delivery",
  summary: "Shows what was sent, and what each attempt was answered.",
  rest: { method: "GET", path: `${deliveries}/{deliveryId}` },
  input: { webhookId: Id, deliveryId: Id },
  output: Delivery,
  problems: ["ORG_OPERATION_DENIED"],
});

export const redeliverWebhook = operation({
  ...shared,
  name: "redeliverWebhook",
  title: "Send a delivery again",
  summary:
    "Send a delivery again under its id, with all retries. Of one that still waits, the next attempt is made at once.",
  effect: "write",
  isIdempotent: false,
  event: "webhook.redelivered",
  rest: { method: "POST", path: `${deliveries}/{deliveryId}/redeliver`, status: 202 },
  admin: { command: "webhook redeliver" },
  tool: { name: "redeliver_webhook", toolset, isOpenWorld: true },
  input: { webhookId: Id, deliveryId: Id },
  output: DeliveryItem,
  problems: ["ORG_OPERATION_DENIED", "WEBHOOK_INACTIVE"],
});
