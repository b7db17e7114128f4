import type { DeliveryAttempt } from "@lintel/contract/shapes/webhook";
import type { DeliveryState, WebhookForm } from "@lintel/contract/words/webhooks";
import type { At, Bigint, Json, Stamped } from "../../platform/database/column.types.ts";
import type { EventActor } from "../../platform/events/append-events.ts";

export interface WebhookRow extends Stamped {
  organizationId: string;
  id: string;
  projectId: string | null;
  form: WebhookForm;
  description: string;
  sealedAddress: string;
  sealedSecret: string;
  sealedPreviousSecret: string | null;
  previousSecretUntil: At | null;
  eventTypes: Json<string[]>;
  isActive: boolean;
  failingSince: At | null;
  failure: string | null;
  pausedAt: At | null;
}

export interface WebhookDeliveryRow {
  organizationId: string;
  webhookId: string;
  id: string;
  /** The number of the event; null for a ping. */
  sequence: Bigint | null;
  eventType: string;
  subjectType: string;
  subjectId: string;
  projectId: string | null;
  actor: Json<EventActor>;
  data: Json<Record<string, unknown>>;
  occurredAt: At;
  /** As it was sent; null before the first attempt. */
  payload: string | null;
  state: DeliveryState;
  attemptCount: number;
  attempts: Json<DeliveryAttempt[]>;
  /** null behind an earlier event of the subject. While a node sends, when another may. */
  nextAttemptAt: At | null;
  finishedAt: At | null;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    webhook: WebhookRow;
    webhookDelivery: WebhookDeliveryRow;
  }
}
