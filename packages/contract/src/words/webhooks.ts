/** How a webhook writes its messages: Lintel's own JSON, or a message for a chat. */
export const webhookForms = ["lintel", "slack", "teams"] as const;
export type WebhookForm = (typeof webhookForms)[number];

/** `failing`: the last attempt failed; `paused`: Lintel gave up, and sends nothing until it is active again. */
export const webhookStatuses = ["active", "failing", "paused", "inactive"] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** `dead`: every attempt failed, and none follows. */
export const deliveryStates = ["pending", "succeeded", "dead"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The event type of a ping, which is no event of an organization. */
export const pingType = "ping";

/** Whether a webhook that names `pattern` gets events of a type: `*`, `deprecation.*` or the type itself. */
export function coversType(pattern: string, type: string): boolean {
  return pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}
