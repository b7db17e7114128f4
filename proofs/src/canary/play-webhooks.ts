import type { OperationName } from "@lintel/contract/catalog";

type Fields = Readonly<Record<string, unknown>>;
type Must = (name: OperationName, key: string, fields?: Fields) => Promise<Fields>;

/** Calls the operations of webhooks and notices successfully, and answers the secrets that they made. */
export async function playWebhooks(must: Must, key: string, targetUrl: string): Promise<string[]> {
  const made = await must("createWebhook", key, {
    address: `${targetUrl}/hook`,
    eventTypes: ["project.*"],
  });
  const one = { webhookId: made["id"] };
  await must("listWebhooks", key);
  const { rowVersion } = await must("getWebhook", key, one);
  await must("updateWebhook", key, { ...one, description: "Chat", rowVersion });
  const rotated = await must("rotateWebhookSecret", key, one);
  const ping = await must("pingWebhook", key, one);
  const delivery = { ...one, deliveryId: ping["id"] };
  await must("listWebhookDeliveries", key, one);
  await must("getWebhookDelivery", key, delivery);
  await must("redeliverWebhook", key, delivery);
  await must("createProject", key, { name: "Announced" });
  await must("deleteWebhook", key, one);
  await must("listNotices", key);
  await must("markNoticesRead", key);
  await must("getNoticePreferences", key);
  await must("updateNoticePreferences", key, {
    preferences: [{ kind: "runs", inApp: true, mail: "off" }],
  });
  return [String(made["secret"]), String(rotated["secret"])];
}
