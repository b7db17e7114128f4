import { createHmac } from "node:crypto";

/**
 * The headers of a message. The signature covers the time and the body, so that a receiver can
 * refuse an old message. While two secrets are live, the header has a signature of each.
 *
 * @param sentAt seconds since 1970
 */
export function signMessage(
  message: { readonly eventType: string; readonly deliveryId: string; readonly body: string },
  secrets: readonly string[],
  sentAt: number,
): [name: string, value: string][] {
  const signatures = secrets.map((secret) => {
    const hmac = createHmac("sha256", secret).update(`${sentAt}.${message.body}`);
    return `sha256=${hmac.digest("hex")}`;
  });
  return [
    ["X-SVC-Event", message.eventType],
    ["X-SVC-Delivery", message.deliveryId],
    ["X-SVC-Timestamp", String(sentAt)],
    ["X-SVC-Signature", signatures.join(",")],
  ];
}
