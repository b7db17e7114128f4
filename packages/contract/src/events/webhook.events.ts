import Type from "typebox";
import { Id } from "../shapes/common.ts";
import { Count, FieldNames } from "./event-fields.ts";
import { eventTypes } from "./event-type.ts";

const ofWebhook = {
  category: "Webhooks",
  permission: "org:manage-security",
  subjects: ["webhook"],
} as const;
const ofDelivery = { deliveryId: Id, eventType: Type.String() };

export const webhookEvents = {
  ...eventTypes(
    { ...ofWebhook, isAudited: true },
    {
      "webhook.created": {},
      "webhook.updated": { changed: FieldNames },
      "webhook.deleted": {},
      "webhook.secret_rotated": {},
      "webhook.pinged": { deliveryId: Id },
      "webhook.redelivered": ofDelivery,
      "webhook.paused": { dropped: Count },
    },
  ),
  ...eventTypes({ ...ofWebhook, isAudited: false }, { "webhook.delivery_died": ofDelivery }),
};
