import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { sealedRows } from "../../platform/keys/sealed-rows.ts";
import { sealIdentitiesAgain } from "./identities.ts";

const batchSize = 100;

/** The secrets of the identities of scan profiles. */
export const sealedScanProfiles = sealedRows<Row>({
  table: "scan_profile",
  idOf: ({ id }) => id,
  selectBatch,
  async sealRow(db, sealer, row) {
    const { identities, lost } = sealIdentitiesAgain(sealer, row.id, row.identities);
    const text = JSON.stringify(identities);
    if (text !== JSON.stringify(row.identities)) await updateIdentities(db, row, text);
    return lost;
  },
  dropSealed,
});

/** An identity is of no use without its secret. */
async function dropSealed(db: Database): Promise<void> {
  await db
    .updateTable("scanProfile")
    .set({ identities: "[]", identityOrigin: null })
    .where(sql<boolean>`identities::text <> '[]'`)
    .execute();
}

function selectBatch(db: Database, after: string) {
  return db
    .selectFrom("scanProfile")
    .select(["organizationId", "id", "identities", "rowVersion"])
    .where("id", ">", after)
    .where(sql<boolean>`identities::text <> '[]'`)
    .orderBy("id")
    .limit(batchSize)
    .execute();
}

type Row = Awaited<ReturnType<typeof selectBatch>>[number];

// Only the version that was read: a concurrent change already used the present key.
async function updateIdentities(db: Database, row: Row, identities: string): Promise<void> {
  await db
    .updateTable("scanProfile")
    .set({ identities })
    .where("organizationId", "=", row.organizationId)
    .where("id", "=", row.id)
    .where("rowVersion", "=", row.rowVersion)
    .execute();
}
