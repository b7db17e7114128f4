import type { ProblemCode } from "@lintel/contract/problems";
import { appendAudit, instanceChain } from "../audit/audit-log.ts";
import type { Database } from "../database/open-database.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Platform } from "./platform.ts";
import { Problem } from "../problem.ts";
import { principalOf, type Call } from "./call.ts";
import type { AuditNote } from "./implementation.ts";

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
    if (
      error instanceof Problem &&
      recordedRefusals.has(error.code) &&
      call.operation.event !== undefined
    ) {
      const details = { code: error.code, operation: call.operation.name };
      const db = await platform.database();
      await inTransaction(db, (trx) => recordCall(platform, trx, call, "refused", { details }));
    }
    throw error;
  }
}

/** Writes what came of a call, as the last statement of its transaction. */
export async function recordCall(
  platform: Platform,
  trx: Database,
  call: Call,
  result: "success" | "refused",
  note: AuditNote,
): Promise<void> {
  const { actor, organizationId, isFullyAudited } = principalOf(call);
  await appendAudit(trx, platform.keys, {
    organizationId: note.organizationId ?? organizationId ?? instanceChain,
    occurredAt: platform.clock.now(),
    event: note.event ?? call.operation.event ?? "operator.read",
    result,
    actor,
    target: note.target ?? null,
    requestId: call.requestId,
    details: {
      ...note.details,
      ...(isFullyAudited ? { command: call.operation.admin?.command } : {}),
    },
  });
}
