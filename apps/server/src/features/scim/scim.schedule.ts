import { daysUntil, findThreshold, warningDays } from "../../domain/people/expiry-warnings.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Schedule } from "../../platform/jobs/schedules.ts";
import { changeAsSystem, type SystemChange } from "../../platform/kernel/change-as-system.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { nilUuid } from "../../platform/uuid.ts";
import {
  lockScimToken,
  selectExpiringTokens,
  updateTokenWarned,
  type StoredScimToken,
} from "./scim-token.store.ts";

const dayMs = 86_400_000;

/** Warns of tokens that expire. */
export function scimUpkeep(platform: Platform): Schedule {
  return {
    name: "scimUpkeep",
    cron: "38 * * * *",
    timeZone: "UTC",
    async run(db, signal) {
      for await (const token of expiringTokens(db, platform.clock.now())) {
        if (signal.aborted) return;
        await changeAsSystem(platform, db, token.organizationId, (change) =>
          warnOfExpiry(platform, change, token),
        );
      }
    },
  };
}

async function* expiringTokens(db: Database, now: Date): AsyncGenerator<StoredScimToken> {
  const before = new Date(now.getTime() + warningDays[0] * dayMs);
  for (let after = nilUuid; ;) {
    const rows = await selectExpiringTokens(db, before, after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
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
