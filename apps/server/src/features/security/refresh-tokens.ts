import { sql } from "kysely";
import type { Sealer } from "../../platform/crypto/seal.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { withRefreshToken } from "./identities.ts";
import type { StoredProfile } from "./scan-profile.store.ts";
import { lockProfile } from "./scan-queue.store.ts";

/**
 * Stores the refresh token that replaced the one of an identity, which the target no longer accepts.
 * The version of the profile increases, so that an edit that began before cannot restore the old one.
 */
export async function storeRefreshToken(
  { sealer }: { readonly sealer: Sealer },
  db: Database,
  { organizationId, id }: Pick<StoredProfile, "organizationId" | "id">,
  { identity, token }: { readonly identity: string; readonly token: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const profile = await lockProfile(trx, { organizationId }, id);
    if (profile === undefined) return;
    const identities = profile.identities.map(withRefreshToken(sealer, id, identity, token));
    await trx
      .updateTable("scanProfile")
      .set({ identities: JSON.stringify(identities), rowVersion: sql`row_version + 1` })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .execute();
  });
}
