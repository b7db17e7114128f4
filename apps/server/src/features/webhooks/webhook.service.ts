import { EgressError } from "@lintel/egress/egress-error";
import { parseTarget } from "@lintel/egress/target-url";
import { domainEvents, eventNames } from "@lintel/contract/events";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook as updateOperation,
} from "@lintel/contract/operations/webhook";
import type { Webhook, WebhookWithSecret } from "@lintel/contract/shapes/webhook";
import { coversType } from "@lintel/contract/words/webhooks";
import { quote } from "@lintel/json/shorten";
import { lockOrganization } from "../../domain/people/lock-organization.ts";
import { makeSecret, webhookPrefix } from "../../platform/credentials/secret-format.ts";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { needProject } from "../../platform/kernel/need-project.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readPaging } from "../../platform/paging.ts";
import { conflict, invalid, notFound, Problem } from "../../platform/problem.ts";
import { dropPending } from "./delivery.store.ts";
import { ofWebhook } from "./webhook-event.ts";
import { placeOf } from "./webhook.sealed.ts";
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  selectWebhook,
  selectWebhooks,
  updateWebhook,
  type StoredWebhook,
  type WebhookChange,
} from "./webhook.store.ts";
import { toWebhook } from "./webhook.view.ts";

type WebhookPlatform = Pick<Platform, "clock" | "sealer">;

const maxWebhooks = 50;
const hourMs = 3_600_000;

export async function listAll(
  { sealer }: WebhookPlatform,
  { db, organizationId, principal, now }: OrganizationContext,
  input: InputOf<typeof listWebhooks>,
): Promise<OutputOf<typeof listWebhooks>> {
  if (input.projectId !== undefined)
    await needProject(db, principal, organizationId, input.projectId);
  const page = await selectWebhooks(db, organizationId, input.projectId, readPaging(input));
  return { ...page, items: page.items.map((row) => toWebhook(sealer, row, now)) };
}

export async function readWebhook(
  { sealer }: WebhookPlatform,
  context: OrganizationContext,
  id: string,
): Promise<Webhook> {
  return toWebhook(sealer, await findWebhook(context, id), context.now);
}

export async function addWebhook(
  { clock, sealer }: WebhookPlatform,
  context: OrganizationContext,
  input: InputOf<typeof createWebhook>,
): Promise<WebhookWithSecret> {
  const { db, organizationId, now, principal } = context;
  const projectId = input.projectId ?? null;
  checkAddress(input.address);
  const eventTypes = readTypes(input.eventTypes, projectId !== null);
  if (projectId !== null) await needProject(db, principal, organizationId, projectId);
  await lockOrganization(db, organizationId);
  if ((await countWebhooks(db, organizationId)) >= maxWebhooks)
    throw new Problem(
      "PLAN_LIMIT_REACHED",
      `An organization has at most ${maxWebhooks} webhooks. Delete one that is no longer needed.`,
      { limit: maxWebhooks },
    );
  const id = clock.newId();
  const secret = makeSecret(webhookPrefix);
  const row = await insertWebhook(db, {
    organizationId,
    id,
    projectId,
    form: input.form ?? "lintel",
    description: input.description ?? "",
    sealedAddress: sealer.seal(input.address, placeOf(id, "address")),
    sealedSecret: sealer.seal(secret, placeOf(id, "secret")),
    eventTypes: JSON.stringify(eventTypes),
    isActive: input.isActive ?? true,
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1,
  });
  context.emit("webhook.created", {
    ...ofWebhook(row),
    data: {},
    details: describe(row, input.address),
  });
  return { ...toWebhook(sealer, row, now), secret };
}

export async function changeWebhook(
  { sealer }: WebhookPlatform,
  context: OrganizationContext,
  input: InputOf<typeof updateOperation>,
): Promise<Webhook> {
  const { db, now } = context;
  const { webhookId, rowVersion, ...given } = input;
  const { address, eventTypes, ...fields } = given;
  const before = await findWebhook(context, webhookId);
  if (decodeRowVersion(rowVersion) !== before.rowVersion)
    throw conflict(encodeRowVersion(before.rowVersion));
  if (address !== undefined) checkAddress(address);
  const change: WebhookChange = {
    ...fields,
    ...(address === undefined
      ? {}
      : { sealedAddress: sealer.seal(address, placeOf(webhookId, "address")) }),
    ...(eventTypes === undefined
      ? {}
      : { eventTypes: JSON.stringify(readTypes(eventTypes, before.projectId !== null)) }),
    // The person who activates it has seen why it was paused.
    ...(fields.isActive === true ? { pausedAt: null, failingSince: null, failure: null } : {}),
  };
  const row = await updateWebhook(db, before, change, now);
  if (row === undefined)
    throw conflict(encodeRowVersion((await findWebhook(context, webhookId)).rowVersion));
  if (!row.isActive) await dropPending(db, row, now);
  const changed = Object.keys(given);
  const details = describe(row, address ?? null);
  context.emit("webhook.updated", { ...ofWebhook(row), data: { changed }, details });
  return toWebhook(sealer, row, now);
}

export async function removeWebhook(context: OrganizationContext, id: string): Promise<void> {
  const webhook = await findWebhook(context, id);
  await deleteWebhook(context.db, webhook);
  context.emit("webhook.deleted", { ...ofWebhook(webhook), data: {} });
}

export async function rotateSecret(
  { sealer }: WebhookPlatform,
  context: OrganizationContext,
  { webhookId, keepPreviousHours = 24 }: InputOf<typeof rotateWebhookSecret>,
): Promise<WebhookWithSecret> {
  const { db, now } = context;
  const before = await findWebhook(context, webhookId);
  const secret = makeSecret(webhookPrefix);
  const isKept = keepPreviousHours > 0;
  const change = {
    sealedSecret: sealer.seal(secret, placeOf(webhookId, "secret")),
    sealedPreviousSecret: isKept ? before.sealedSecret : null,
    previousSecretUntil: isKept ? new Date(now.getTime() + keepPreviousHours * hourMs) : null,
  };
  const row = await updateWebhook(db, before, change, now);
  if (row === undefined) throw conflict(encodeRowVersion(before.rowVersion));
  context.emit("webhook.secret_rotated", { ...ofWebhook(row), data: {} });
  return { ...toWebhook(sealer, row, now), secret };
}

export async function findWebhook(
  { db, organizationId }: OrganizationContext,
  id: string,
): Promise<StoredWebhook> {
  const row = await selectWebhook(db, { organizationId, id });
  if (row === undefined) throw notFound("The webhook");
  return row;
}

/** For the audit log: where the messages go, without the parts of the address that can be secret. */
function describe({ eventTypes, form, isActive }: StoredWebhook, address: string | null) {
  const origin = address === null ? {} : { origin: parseTarget(address).origin };
  return { ...origin, eventTypes, form, isActive };
}

function checkAddress(address: string): void {
  try {
    parseTarget(address);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw invalid({ field: "address", code: "url", message: error.message });
  }
}

/** @throws Problem where one covers no type of event that the webhook can get. */
function readTypes(given: readonly string[], isOfProject: boolean): string[] {
  const types = eventNames.filter(
    (name) => !isOfProject || !domainEvents[name].permission.startsWith("org:"),
  );
  const errors = given.flatMap((pattern, at) => {
    const isPattern = /^(?:\*|\w+\.\*|\w+\.\w+)$/.test(pattern);
    if (isPattern && types.some((type) => coversType(pattern, type))) return [];
    const message = `${quote(pattern)} covers no event${isOfProject ? " of a project" : ""}. Use a type of docs/events.md, all of a kind such as deprecation.*, or *.`;
    return [{ field: `eventTypes[${at}]`, code: "eventType", message }];
  });
  if (errors.length > 0) throw invalid(...errors);
  return [...new Set(given)];
}
