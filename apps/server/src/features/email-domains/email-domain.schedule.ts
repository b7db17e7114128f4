import type { Schedule } from "../../platform/jobs/schedules.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { changeAsSystem } from "../../platform/kernel/change-as-system.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { checkDomain, graceMs, type DomainCheck } from "./check-domain.ts";
import { subjectOf } from "./email-domain.service.ts";
import {
  selectDomain,
  selectUnchecked,
  updateDomain,
  type StoredDomain,
} from "./email-domain.store.ts";

const intervalMs = 24 * 3600 * 1000;
const batchSize = 200;

type CheckPlatform = Pick<
  Platform,
  "clock" | "dns" | "log" | "region" | "keys" | "subscribers" | "events"
>;

/**
 * Checks verified domains once a day, and those that fail every hour. A domain without its record is
 * lost a week later. Domains that the operator confirmed are not checked.
 */
export function domainChecks(platform: CheckPlatform): Schedule {
  return {
    name: "email_domain_check",
    cron: "41 * * * *",
    timeZone: "UTC",
    async run(db, signal) {
      const since = new Date(platform.clock.now().getTime() - intervalMs);
      for (const row of await selectUnchecked(db, since, batchSize)) {
        if (signal.aborted) return;
        await applyCheck(platform, db, row, await checkDomain(platform.dns, row));
      }
    },
  };
}

async function applyCheck(
  platform: CheckPlatform,
  db: Database,
  { organizationId, id }: StoredDomain,
  check: DomainCheck,
): Promise<void> {
  await changeAsSystem(platform, db, organizationId, async ({ trx, now, emit }) => {
    const row = await selectDomain(trx, organizationId, id);
    // It can be removed, or confirmed by the operator, during the check.
    if (row === undefined || row.verifiedAt === null || row.verifiedBy !== "dns") return;
    if (check.kind === "verified") {
      const values = { checkedAt: now, checkProblem: null, failingSince: null };
      await updateDomain(trx, row, values, now);
      return;
    }
    const checked = { checkedAt: now, checkProblem: check.problem };
    if (check.kind === "unknown") {
      await updateDomain(trx, row, checked, now);
      return;
    }
    const failingSince = row.failingSince ?? now;
    const lostAt = new Date(failingSince.getTime() + graceMs);
    const subject = subjectOf(row);
    const { log, region } = platform;
    if (lostAt <= now) {
      const lost = { verifiedAt: null, verifiedBy: null, failingSince: null, enforcedAt: null };
      await updateDomain(trx, row, { ...checked, ...lost }, now);
      emit("email_domain.lost", { subject, data: { wasEnforced: row.enforcedAt !== null } });
      log.warn({ region, organizationId, domain: row.domain }, "a verified domain is lost");
      return;
    }
    await updateDomain(trx, row, { ...checked, failingSince }, now);
    if (row.failingSince !== null) return;
    emit("email_domain.check_failed", { subject, data: { lostAt: lostAt.toISOString() } });
  });
}
