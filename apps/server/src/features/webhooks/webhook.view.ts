import type { Delivery, DeliveryItem, Webhook } from "@lintel/contract/shapes/webhook";
import type { WebhookStatus } from "@lintel/contract/words/webhooks";
import type { Sealer } from "../../platform/crypto/seal.ts";
import { encodeRowVersion } from "../../platform/database/row-version.ts";
import type { StoredDelivery } from "./delivery.store.ts";
import { placeOf } from "./webhook.sealed.ts";
import type { StoredWebhook } from "./webhook.store.ts";
import { writePayload } from "./write-payload.ts";

export function toWebhook(sealer: Sealer, row: StoredWebhook, now: Date): Webhook {
  const { previousSecretUntil: until } = row;
  return {
    id: row.id,
    projectId: row.projectId,
    address: openAddress(sealer, row),
    eventTypes: row.eventTypes,
    form: row.form,
    description: row.description,
    isActive: row.isActive,
    status: statusOf(row),
    failingSince: toText(row.failingSince),
    failure: row.failure,
    pausedAt: toText(row.pausedAt),
    previousSecretUntil: until !== null && until > now ? until.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    modifiedAt: row.modifiedAt.toISOString(),
    rowVersion: encodeRowVersion(row.rowVersion),
  };
}

/** null where the master key that sealed it is gone. */
function openAddress(sealer: Sealer, { id, sealedAddress }: StoredWebhook): string | null {
  try {
    return sealer.open(sealedAddress, placeOf(id, "address"));
  } catch {
    return null;
  }
}

function statusOf({ isActive, pausedAt, failingSince }: StoredWebhook): WebhookStatus {
  if (!isActive) return pausedAt === null ? "inactive" : "paused";
  return failingSince === null ? "active" : "failing";
}

export function toDeliveryItem(row: StoredDelivery): DeliveryItem {
  const last = row.attempts.at(-1);
  return {
    id: row.id,
    webhookId: row.webhookId,
    eventType: row.eventType,
    subject: { type: row.subjectType, id: row.subjectId },
    occurredAt: row.occurredAt.toISOString(),
    state: row.state,
    attemptCount: row.attemptCount,
    nextAttemptAt: toText(row.nextAttemptAt),
    status: last?.status ?? null,
    failure: last?.failure ?? null,
    finishedAt: toText(row.finishedAt),
  };
}

/** A delivery that was not sent yet has the payload that would be sent now. */
export function toDelivery({ form }: StoredWebhook, row: StoredDelivery): Delivery {
  const payload = row.payload ?? writePayload(form, row);
  return { ...toDeliveryItem(row), payload, attempts: row.attempts };
}

const toText = (at: Date | null): string | null => at?.toISOString() ?? null;
