import { daysUntil, findThreshold, warnsUntil } from "../../domain/people/expiry-warnings.ts";
import { walkById } from "../../platform/database/walk-by-id.ts";
import type { Schedule } from "../../platform/jobs/schedules.ts";
import { changeAsSystem, type SystemChange } from "../../platform/kernel/change-as-system.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  lockScimToken,
  selectExpiringTokens,
  updateTokenWarned,
  type StoredScimToken,
} from "./scim-token.store.ts";

/** Warns of tokens that expire. */
export function scimUpkeep(platform: Platform): Schedule {
  return {
    name: "scimUpkeep",
    cron: "38 * * * *",
    timeZone: "UTC",
    async run(db, signal) {
      const before = warnsUntil(platform.clock.now());
      const tokens = walkById((after) => selectExpiringTokens(db, before, after));
      for await (const token of tokens) {
        if (signal.aborted) return;
        await changeAsSystem(platform, db, token.organizationId, (change) =>
          warnOfExpiry(platform, change, token),
        );
      }
    },
  };
}

/** Each warning once: 30, 14, 7, 3 and 1 days before. */
async function warnOfExpiry(
  { log, region }: Platform,
  { trx, now, emit }: SystemChange,
  token: StoredScimToken,
): Promise<void> {
  const row = await lockScimToken(trx, token);
  if (row === undefined || row.expiresAt === null) return;
  const daysLeft = daysUntil(row.expiresAt, now);
  const expiresAt = row.expiresAt.toISOString();
  const warned = `${expiresAt} ${findThreshold(daysLeft)}`;
  if (warned === row.warned) return;
  await updateTokenWarned(trx, row, warned);
  const { organizationId, id, name } = row;
  emit("scim_token.expiry_warned", {
    organizationId,
    projectId: null,
    subject: { type: "scimToken", id, name },
    data: { expiresAt, daysLeft },
    details: { prefix: row.prefix },
  });
  log.warn({ region, organizationId, tokenId: id, expiresAt, daysLeft }, "a SCIM token expires");
}
