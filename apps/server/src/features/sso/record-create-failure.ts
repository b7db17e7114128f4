import type { InputOf } from "@lintel/contract/operation";
import type { createSsoConnection } from "@lintel/contract/operations/sso-connection";
import { appendAudit } from "../../platform/audit/audit-log.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { toNewEvent } from "../../platform/events/emission.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import type { Problem } from "../../platform/problem.ts";

/** Records a connection that could not be created, in a transaction of its own. */
export async function recordCreateFailure(
  { keys, clock, events, subscribers }: Platform,
  { db, organizationId, principal, requestId, now }: OrganizationContext,
  { name, protocol }: Pick<InputOf<typeof createSsoConnection>, "name" | "protocol">,
  { code, detail, members }: Problem,
): Promise<void> {
  const event = "sso.connection_create_failed" as const;
  const subject = { type: "ssoConnection", id: clock.newId(), name } as const;
  const data = { protocol, code };
  const emitted = { name: event, projectId: null, subject, data };
  const details = { ...data, detail, errors: members["errors"] ?? [] };
  const entry = { organizationId, occurredAt: now, event, actor: principal.actor, requestId };
  await inTransaction(db, async (trx) => {
    const newEvent = toNewEvent(emitted);
    const whole = { ...entry, result: "refused" as const, target: subject, details };
    const last = await appendAudit(trx, keys, whole, [newEvent]);
    await subscribers.enqueue(trx, organizationId, [newEvent], last);
  });
  events.wake(organizationId);
}
