import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  getWebhookDelivery,
  listWebhookDeliveries,
  pingWebhook,
  redeliverWebhook,
} from "@lintel/contract/operations/webhook";
import type { Delivery, DeliveryItem } from "@lintel/contract/shapes/webhook";
import { pingType } from "@lintel/contract/words/webhooks";
import { toEventActor } from "../../platform/events/append-events.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readPaging } from "../../platform/paging.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { deliver } from "./deliver.ts";
import {
  insertDelivery,
  restartDelivery,
  selectDeliveries,
  selectDelivery,
  type StoredDelivery,
} from "./delivery.store.ts";
import { claimMs } from "./dispatch.ts";
import { ofWebhook } from "./webhook-event.ts";
import { findWebhook } from "./webhook.service.ts";
import type { StoredWebhook } from "./webhook.store.ts";
import { toDelivery, toDeliveryItem } from "./webhook.view.ts";

export async function listSent(
  context: OrganizationContext,
  input: InputOf<typeof listWebhookDeliveries>,
): Promise<OutputOf<typeof listWebhookDeliveries>> {
  const webhook = await findWebhook(context, input.webhookId);
  const page = await selectDeliveries(context.db, webhook, input, readPaging(input));
  return { ...page, items: page.items.map(toDeliveryItem) };
}

export async function readDelivery(
  context: OrganizationContext,
  { webhookId, deliveryId }: InputOf<typeof getWebhookDelivery>,
): Promise<Delivery> {
  const webhook = await findWebhook(context, webhookId);
  return toDelivery(webhook, await findDelivery(context, webhook, deliveryId));
}

export async function sendAgain(
  context: OrganizationContext,
  { webhookId, deliveryId }: InputOf<typeof redeliverWebhook>,
): Promise<DeliveryItem> {
  const webhook = await findWebhook(context, webhookId);
  const delivery = await findDelivery(context, webhook, deliveryId);
  if (!webhook.isActive) throw new Problem("WEBHOOK_INACTIVE");
  const row = await restartDelivery(context.db, delivery, context.now);
  const data = { deliveryId, eventType: delivery.eventType };
  context.emit("webhook.redelivered", { ...ofWebhook(webhook), data });
  return toDeliveryItem(row);
}

/** A ping that waits for its commit. */
interface Ping {
  readonly webhook: StoredWebhook;
  readonly delivery: StoredDelivery;
}

/** Stores a ping as one that this node sends; another node sends it if this one dies. */
export async function acceptPing(
  { clock }: Pick<Platform, "clock">,
  context: OrganizationContext,
  { webhookId }: InputOf<typeof pingWebhook>,
): Promise<Ping> {
  const { db, organizationId, now } = context;
  const webhook = await findWebhook(context, webhookId);
  const id = clock.newId();
  const delivery = await insertDelivery(db, {
    organizationId,
    webhookId,
    id,
    eventType: pingType,
    subjectType: "webhook",
    subjectId: webhookId,
    projectId: webhook.projectId,
    actor: JSON.stringify(toEventActor(context.principal.actor)),
    data: "{}",
    occurredAt: now,
    state: "pending",
    attemptCount: 0,
    attempts: "[]",
    nextAttemptAt: new Date(now.getTime() + claimMs),
  });
  context.emit("webhook.pinged", { ...ofWebhook(webhook), data: { deliveryId: id } });
  return { webhook, delivery };
}

export async function sendPing(platform: Platform, { webhook, delivery }: Ping): Promise<Delivery> {
  const db = await platform.database();
  await deliver(platform, db, delivery, new AbortController().signal);
  const sent = await selectDelivery(db, webhook, delivery.id);
  // The webhook was deleted during the ping.
  if (sent === undefined) throw notFound("The webhook");
  return toDelivery(webhook, sent);
}

async function findDelivery(
  { db }: OrganizationContext,
  webhook: StoredWebhook,
  id: string,
): Promise<StoredDelivery> {
  const row = await selectDelivery(db, webhook, id);
  if (row === undefined) throw notFound("The delivery");
  return row;
}
