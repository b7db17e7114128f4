import {
  auditEventNames,
  auditEvents,
  type AuditCategory,
  type AuditEvent,
} from "@lintel/contract/events";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import {
  actorTypes,
  type AuditEntry,
  type listAuditEntries,
  type verifyAuditLog,
} from "@lintel/contract/operations/audit";
import { readName } from "../../platform/audit/audit-names.ts";
import { verifyAudit } from "../../platform/audit/verify-audit.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { invalid } from "../../platform/problem.ts";
import {
  countAuditEntries,
  selectAuditEntries,
  type ActorFilter,
  type AuditFilter,
  type TargetFilter,
  type StoredAuditEntry,
} from "./audit-entry.store.ts";

export type FilterInput = Omit<InputOf<typeof listAuditEntries>, "skip" | "take">;

export async function listEntries(
  context: OrganizationContext,
  input: InputOf<typeof listAuditEntries>,
): Promise<OutputOf<typeof listAuditEntries>> {
  const paging = readPaging(input);
  const filter = toFilter(context.organizationId, input);
  const rows = await selectAuditEntries(context.db, filter, paging);
  return {
    items: rows.map(toEntry),
    totalCount: await countAuditEntries(context.db, filter),
    ...paging,
  };
}

export async function verifyEntries(
  platform: Pick<Platform, "keys">,
  context: OrganizationContext,
  head: string | undefined,
): Promise<OutputOf<typeof verifyAuditLog>> {
  const epochs = await platform.keys.epochs(context.db);
  return verifyAudit(context.db, epochs, context.organizationId, head ?? null);
}

export function toFilter(organizationId: string, input: FilterInput): AuditFilter {
  return {
    organizationId,
    events: chooseEvents(input.category, input.event),
    actor: input.actor === undefined ? null : toActorFilter(input.actor),
    target: input.target === undefined ? null : toTargetFilter(input.target),
    from: toInstant("from", input.from),
    to: toInstant("to", input.to),
  };
}

function chooseEvents(
  category: AuditCategory | undefined,
  event: AuditEvent | undefined,
): readonly string[] | null {
  if (category === undefined && event === undefined) return null;
  return auditEventNames.filter(
    (name) =>
      (event === undefined || name === event) &&
      (category === undefined || auditEvents[name] === category),
  );
}

function toActorFilter(actor: string): ActorFilter {
  const type = actorTypes.find((one) => one === actor);
  if (type !== undefined && type !== "user") return { type };
  return toTargetFilter(actor);
}

function toTargetFilter(target: string): TargetFilter {
  return target.includes("@") ? { email: target } : { id: target.toLowerCase() };
}

// RFC 3339 §5.6 allows any offset and a leap second; stored instants are UTC in milliseconds.
function toInstant(field: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const instant = new Date(text);
  if (!Number.isNaN(instant.getTime())) return instant.toISOString();
  throw invalid({
    field,
    code: "format",
    message: "Must be an instant such as 2026-01-31T12:00:00Z.",
  });
}

export function toEntry(row: StoredAuditEntry): AuditEntry {
  const event = row.event as AuditEvent;
  return {
    sequence: Number(row.sequence),
    occurredAt: row.occurredAt,
    category: auditEvents[event],
    event,
    result: row.result as AuditEntry["result"],
    actor: toActor(row),
    target: toTarget(row),
    requestId: row.requestId,
  };
}

function toActor({ actor, names }: StoredAuditEntry): AuditEntry["actor"] {
  const { type, id, keyId } = actor as AuditEntry["actor"];
  return { type, id, name: readName(actor, names?.actor), keyId };
}

function toTarget({ target, names }: StoredAuditEntry): AuditEntry["target"] {
  if (target === null) return null;
  const { type, id } = target;
  return { type, id, name: readName(target, names?.target) };
}
