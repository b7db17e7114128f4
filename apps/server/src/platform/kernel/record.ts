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
      const details = { code: error.code, operation: name, ...base.details };
      const entry = { ...base, event, result: "refused", target: null, details } as const;
      const db = await platform.database();
      await inTransaction(db, (trx) => appendAudit(trx, platform.keys, entry));
    }
    throw error;
  }
}

/** Writes the events of a call and its audit entry, as the last statement of its transaction. */
export async function recordChange(
  platform: Platform,
  trx: Database,
  call: Call,
  emitted: readonly Emitted[],
): Promise<void> {
  const audited = emitted.findLast(({ name }) => domainEvents[name].isAudited);
  const events = emitted.map(toNewEvent);
  const base = makeEntry(platform, call);
  const organizationId = audited?.organizationId ?? base.organizationId;
  if (audited !== undefined) {
    const details = { ...toDetails(audited), ...base.details };
    const event = audited.name as AuditEvent;
    const entry = { ...base, organizationId, event, result: "success", details } as const;
    const target = toTarget(audited);
    const last = await appendAudit(trx, platform.keys, { ...entry, target }, events);
    await platform.subscribers.enqueue(trx, organizationId, events, last);
  } else if (events.length > 0) {
    const last = await appendEvents(trx, base, events);
    await platform.subscribers.enqueue(trx, organizationId, events, last);
  } else if (call.operation.effect === "read") {
    const read = { event: "operator.read", result: "success", target: null } as const;
    await appendAudit(trx, platform.keys, { ...base, ...read });
  }
}

function makeEntry(
  platform: Platform,
  call: Call,
): Omit<NewAuditEntry, "event" | "result" | "target"> {
  const { actor, organizationId, isFullyAudited } = principalOf(call);
  return {
    organizationId: organizationId ?? instanceChain,
    occurredAt: platform.clock.now(),
    actor,
    requestId: call.requestId,
    details: isFullyAudited ? { command: call.operation.admin?.command } : {},
  };
}
