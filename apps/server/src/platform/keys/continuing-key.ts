import { createChainKey } from "../audit/audit-log.ts";
import { isLinkOf } from "../audit/verify-audit.ts";
import type { MasterKey } from "../crypto/master-key.ts";
import type { Database } from "../database/open-database.ts";
import { MasterKeyError, type MasterKeys } from "./master-keys.ts";

/** Maximum chains to try, because a chain that was broken long ago does not identify the key. */
const maxChains = 20;

/**
 * The key that wrote the newest entries of a region which has no record of its keys yet: one of before
 * migration 014, or from such a backup.
 *
 * @returns null where there is no entry.
 * @throws MasterKeyError where none of the keys wrote any of them.
 */
export async function findContinuingKey(
  db: Database,
  region: string,
  masterKeys: MasterKeys,
): Promise<MasterKey | null> {
  const ends = await selectChainEnds(db);
  if (ends.length === 0) return null;
  const found = masterKeys.list().find((master) => {
    const key = createChainKey(master);
    return ends.some(({ last, before }) => isLinkOf(key, before, last));
  });
  if (found !== undefined) return found;
  throw new MasterKeyError(
    `The audit log of region ${region} was written under another master key than those of ${masterKeys.source}. Nothing was changed. Bring back the key that was there before.`,
  );
}

/** The last two entries of some chains. */
async function selectChainEnds(db: Database) {
  const heads = await db
    .selectFrom("auditHead")
    .select("organizationId")
    .orderBy("organizationId")
    .limit(maxChains)
    .execute();
  const ends = await Promise.all(
    heads.map(({ organizationId }) =>
      db
        .selectFrom("auditEntry")
        .selectAll()
        .where("organizationId", "=", organizationId)
        .orderBy("sequence", "desc")
        .limit(2)
        .execute(),
    ),
  );
  return ends.flatMap(([last, previous]) =>
    last === undefined
      ? []
      : [{ last, before: previous === undefined ? Buffer.alloc(0) : Buffer.from(previous.hash) }],
  );
}
