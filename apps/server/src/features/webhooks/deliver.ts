import type { DeliveryAttempt } from "@lintel/contract/shapes/webhook";
import { pingType } from "@lintel/contract/words/webhooks";
import type { Database } from "../../platform/database/open-database.ts";
import {
  changeAsSystem,
  type SystemChange,
  type SystemPlatform,
} from "../../platform/kernel/change-as-system.ts";
import {
  dropPending,
  isFlooded,
  recordAttempt,
  releaseNext,
  returnDelivery,
  type AttemptResult,
  type StoredDelivery,
} from "./delivery.store.ts";
import { sendMessage, type SendPlatform } from "./send-message.ts";
import { ofWebhook } from "./webhook-event.ts";
import { noteFailure, noteSuccess, pauseWebhook, selectWebhook } from "./webhook.store.ts";
import type { StoredWebhook } from "./webhook.store.ts";
import { writePayload } from "./write-payload.ts";

export type DeliverPlatform = SendPlatform & SystemPlatform;

/** Minutes before the second, third, fourth and fifth attempt. */
const retryMinutes = [1, 2, 4, 8];
/** A webhook whose attempts have failed for so long, or with more than so much waiting, is paused. */
const patienceMs = 3 * 86_400_000;
const maxWaiting = 10_000;

/** Sends a delivery that this node has claimed, and stores the result. */
export async function deliver(
  platform: DeliverPlatform,
  db: Database,
  claimed: StoredDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { organizationId, webhookId } = claimed;
  const webhook = await selectWebhook(db, { organizationId, id: webhookId });
  // It was deleted, with its deliveries.
  if (webhook === undefined) return;
  const payload = claimed.payload ?? writePayload(webhook.form, claimed);
  const attempt = await sendMessage(platform, webhook, claimed, payload, signal);
  if (attempt === null) return returnDelivery(db, claimed, platform.clock.now());
  await changeAsSystem(platform, db, organizationId, (change) =>
    settle(change, webhook, claimed, attempt, payload),
  );
}

async function settle(
  { trx, now, emit }: SystemChange,
  webhook: StoredWebhook,
  claimed: StoredDelivery,
  attempt: DeliveryAttempt,
  payload: string,
): Promise<void> {
  const result: AttemptResult = { attempt, payload, ...decide(claimed, attempt, now) };
  if (!(await recordAttempt(trx, claimed, result, now))) return;
  if (attempt.failure === null) await noteSuccess(trx, webhook);
  else await noteFailure(trx, webhook, attempt.failure, now);
  if (result.state === "pending") return;
  await releaseNext(trx, claimed, now);
  if (result.state === "succeeded" || claimed.eventType === pingType) return;
  const { id, eventType } = claimed;
  emit("webhook.delivery_died", { ...ofWebhook(webhook), data: { deliveryId: id, eventType } });
  const isHopeless =
    webhook.failingSince !== null && now.getTime() - webhook.failingSince.getTime() > patienceMs;
  if (!isHopeless && !(await isFlooded(trx, webhook, maxWaiting))) return;
  if (!(await pauseWebhook(trx, webhook, now))) return;
  const dropped = await dropPending(trx, webhook, now);
  emit("webhook.paused", { ...ofWebhook(webhook), data: { dropped } });
}

function decide(
  { eventType, attemptCount }: StoredDelivery,
  { failure }: DeliveryAttempt,
  now: Date,
): Pick<AttemptResult, "state" | "nextAttemptAt"> {
  if (failure === null) return { state: "succeeded", nextAttemptAt: null };
  const minutes = eventType === pingType ? undefined : retryMinutes[attemptCount];
  if (minutes === undefined) return { state: "dead", nextAttemptAt: null };
  return { state: "pending", nextAttemptAt: new Date(now.getTime() + minutes * 60_000) };
}
