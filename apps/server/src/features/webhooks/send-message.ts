import { EgressError } from "@lintel/egress/egress-error";
import type { EgressResponse } from "@lintel/egress/egress.types";
import type { DeliveryAttempt } from "@lintel/contract/shapes/webhook";
import type { Platform } from "../../platform/kernel/platform.ts";
import type { StoredDelivery } from "./delivery.store.ts";
import { signMessage } from "./sign-message.ts";
import { placeOf } from "./webhook.sealed.ts";
import type { StoredWebhook } from "./webhook.store.ts";

const limitMs = 10_000;
/** Bytes of an answer that are read; the rest is not waited for. */
const excerptBytes = 1024;

export type SendPlatform = Pick<Platform, "clock" | "egress" | "sealer">;

/** Makes one attempt; null where it was aborted before it had a result. */
export async function sendMessage(
  { clock, egress, sealer }: SendPlatform,
  webhook: StoredWebhook,
  { id, eventType }: Pick<StoredDelivery, "id" | "eventType">,
  body: string,
  signal: AbortSignal,
): Promise<DeliveryAttempt | null> {
  const now = clock.now();
  const startedAt = clock.monotonic();
  const result = (status: number | null, failure: string | null, excerpt: string) => ({
    attemptedAt: now.toISOString(),
    status,
    failure,
    excerpt,
    elapsedMs: Math.round(clock.monotonic() - startedAt),
  });
  const opened = openSealed(sealer, webhook, now);
  if (opened === null)
    return result(
      null,
      "The address or the secret cannot be read. Enter the address again, and rotate the secret.",
      "",
    );
  try {
    const sentAt = Math.floor(now.getTime() / 1000);
    const answer = await egress.send({
      method: "POST",
      url: opened.address,
      headers: [
        ["Content-Type", "application/json"],
        ["Accept-Encoding", "identity"],
        ...signMessage({ eventType, deliveryId: id, body }, opened.secrets, sentAt),
      ],
      body,
      timeoutMs: limitMs,
      maxRedirects: 0,
      maxBodyBytes: excerptBytes,
      cutsBody: true,
      signal,
    });
    return result(answer.status, explainStatus(answer), readExcerpt(answer));
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    if (signal.aborted) return null;
    return result(null, error.message, "");
  }
}

/** The address and the live secrets; null where no key opens them. */
function openSealed(
  sealer: Platform["sealer"],
  { id, sealedAddress, sealedSecret, ...previous }: StoredWebhook,
  now: Date,
): { readonly address: string; readonly secrets: readonly string[] } | null {
  const isLive = previous.previousSecretUntil !== null && previous.previousSecretUntil > now;
  const live = [sealedSecret, isLive ? previous.sealedPreviousSecret : null];
  try {
    return {
      address: sealer.open(sealedAddress, placeOf(id, "address")),
      secrets: live
        .filter((sealed) => sealed !== null)
        .map((sealed) => sealer.open(sealed, placeOf(id, "secret"))),
    };
  } catch {
    return null;
  }
}

/** null where the receiver took the message: 2xx alone is a success. */
function explainStatus({ status }: EgressResponse): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The receiver answered ${status}. Redirects are not followed: enter the address that it names.`;
  return `The receiver answered ${status}.`;
}

/** Text for people; PostgreSQL stores no U+0000. */
const readExcerpt = ({ body }: EgressResponse): string =>
  new TextDecoder().decode(body).replaceAll(/[^\P{Cc}\n\t]/gu, "\uFFFD");
