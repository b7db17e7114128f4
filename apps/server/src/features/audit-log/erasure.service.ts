import { dayMs } from "../../platform/day-ms.ts";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { erasePerson, setAuditRetention } from "@lintel/contract/operations/audit";
import { needRecentSignIn } from "../../domain/people/recent-sign-in.ts";
import type { Schedule } from "../../platform/jobs/schedules.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { invalid } from "../../platform/problem.ts";
import {
  eraseOldEntries,
  erasePersonFrom,
  selectRetention,
  selectRetentions,
  writeRetention,
} from "./erasure.store.ts";

type Retention = OutputOf<typeof setAuditRetention>;

export async function readRetention({
  db,
  organizationId,
}: OrganizationContext): Promise<Retention> {
  return { days: await selectRetention(db, organizationId) };
}

export async function changeRetention(
  context: OrganizationContext,
  { days }: InputOf<typeof setAuditRetention>,
): Promise<Retention> {
  const { db, organizationId } = context;
  needRecentSignIn(context.principal, context.now);
  const daysBefore = await selectRetention(db, organizationId);
  if (daysBefore === days) return { days };
  await writeRetention(db, organizationId, days);
  const data = { days, daysBefore };
  context.emit("audit_log.retention_changed", { subject: subjectOf(context), data });
  return { days };
}

export async function eraseFromLog(
  context: OrganizationContext,
  input: InputOf<typeof erasePerson>,
): Promise<OutputOf<typeof erasePerson>> {
  const { personId, address } = input;
  if (personId === undefined && address === undefined)
    throw invalid({
      field: "personId",
      code: "required",
      message: "Name the person by personId, by address, or by both.",
    });
  const person = { personId: personId?.toLowerCase() ?? null, address: address ?? null };
  const entries = await erasePersonFrom(context.db, context.organizationId, person);
  context.emit("audit_log.person_erased", { subject: subjectOf(context), data: { entries } });
  return { entries };
}

const subjectOf = ({ organizationId, principal }: OrganizationContext) => ({
  type: "organization" as const,
  id: organizationId,
  name: principal.organization?.name ?? null,
});

const batchSize = 1000;

/** Erases the contents of entries that are older than their organization keeps them. */
export function auditRetention({ clock, log, region }: Platform): Schedule {
  return {
    name: "audit_retention",
    cron: "53 * * * *",
    timeZone: "UTC",
    async run(db, signal) {
      for (const { organizationId, days } of await selectRetentions(db)) {
        const before = new Date(clock.now().getTime() - days * dayMs).toISOString();
        let total = 0;
        for (let erased = batchSize; erased === batchSize && !signal.aborted; total += erased)
          erased = await eraseOldEntries(db, organizationId, before, batchSize);
        if (total > 0)
          log.info({ region, organizationId, entries: total }, "old audit entries are erased");
      }
    },
  };
}
