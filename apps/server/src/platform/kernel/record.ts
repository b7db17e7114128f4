import type { ProblemCode } from "@lintel/contract/words/problems";
import { domainEvents, type AuditEvent } from "@lintel/contract/events";
import { appendAudit, instanceChain, type NewAuditEntry } from "../audit/audit-log.ts";
import type { Database } from "../database/open-database.ts";
import { inTransaction } from "../database/transaction.ts";
import { appendEvents } from "../events/append-events.ts";
import { toDetails, toNewEvent, toTarget, type Emitted } from "../events/emission.ts";
import type { Platform } from "./platform.ts";
import { Problem } from "../problem.ts";
import { principalOf, type Call } from "./call.ts";

/** Refusals that are written to the audit log where the operation has an event. */
const recordedRefusals = new Set<ProblemCode>([
  "ROLE_INSUFFICIENT",
  "API_KEY_SCOPE_DENIED",
  "ORG_OPERATION_DENIED",
  "LAST_OWNER",
  "SCIM_PATH_INVALID",
]);

/** Runs a step; a refusal that belongs in the audit log is written in a transaction of its own. */
export async function recordingRefusal<T>(
  platform: Platform,
  call: Call,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const { event, name } = call.operation;
    if (error instanceof Problem && recordedRefusals.has(error.code) && event !== undefined) {
      const base = makeEntry(platform, call);
      const details = { code: error.code, operation: name, ...error.members, ...base.details };
      const entry = { ...base, event, result: "refused", target: null, details } as const;
      const db = await platform.database();
      await inTransaction(db, (trx) => appendAudit(trx, platform.keys, entry));
    }
    throw error;
  }
}

/**
 * Writes the events of a call and its audit entry, as the last statements of its transaction: one for
 * each organization, which is usually one.
 */
export async function recordChange(
  platform: Platform,
  trx: Database,
  call: Call,
  emitted: readonly Emitted[],
): Promise<void> {
  const base = makeEntry(platform, call);
  if (emitted.length === 0 && call.operation.effect === "read") {
    const read = { event: "operator.read", result: "success", target: null } as const;
    await appendAudit(trx, platform.keys, { ...base, ...read });
  }
  await recordEvents(platform, trx, base, emitted);
}

/** Writes events with their audit entries, as the last statements of a transaction. */
export async function recordEvents(
  platform: Pick<Platform, "keys" | "subscribers">,
  trx: Database,
  base: EntryBase,
  emitted: readonly Emitted[],
): Promise<void> {
  const byOrganization = Map.groupBy(emitted, (one) => one.organizationId ?? base.organizationId);
  // Two calls lock the heads of several organizations in the same order.
  for (const organizationId of [...byOrganization.keys()].sort())
    await recordIn(platform, trx, base, organizationId, byOrganization.get(organizationId) ?? []);
}

/** What all entries of one change have in common. */
export type EntryBase = Omit<NewAuditEntry, "event" | "result" | "target">;

async function recordIn(
  platform: Pick<Platform, "keys" | "subscribers">,
  trx: Database,
  call: EntryBase,
  organizationId: string,
  emitted: readonly Emitted[],
): Promise<void> {
  for (const group of groupByEntry(emitted)) {
    const audited = group.findLast(({ name }) => domainEvents[name].isAudited);
    const events = group.map(toNewEvent);
    const actor = group.findLast((one) => one.actor !== undefined)?.actor ?? call.actor;
    const base = { ...call, organizationId, actor };
    const last =
      audited === undefined
        ? await appendEvents(trx, base, events)
        : await appendAudit(trx, platform.keys, toEntry(base, audited), events);
    await platform.subscribers.enqueue(trx, organizationId, events, last);
  }
}

/** Events that make entries of their own are alone; those between them share an entry. */
function groupByEntry(emitted: readonly Emitted[]): Emitted[][] {
  const groups: Emitted[][] = [];
  let shared: Emitted[] | null = null;
  for (const event of emitted) {
    if (event.hasOwnEntry !== true && shared !== null) {
      shared.push(event);
      continue;
    }
    const group = [event];
    groups.push(group);
    shared = event.hasOwnEntry === true ? null : group;
  }
  return groups;
}

function toEntry(base: EntryBase, audited: Emitted): NewAuditEntry {
  const details = { ...toDetails(audited), ...base.details };
  const event = audited.name as AuditEvent;
  const result = audited.isRefusal === true ? "refused" : "success";
  return { ...base, event, result, target: toTarget(audited), details };
}

function makeEntry(platform: Platform, call: Call): EntryBase {
  const { actor, organizationId, isFullyAudited } = principalOf(call);
  return {
    organizationId: organizationId ?? instanceChain,
    occurredAt: platform.clock.now(),
    actor,
    requestId: call.requestId,
    details: isFullyAudited ? { command: call.operation.admin?.command } : {},
  };
}
