import type { Sealer } from "../../platform/crypto/seal.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { sealedRows, trySealAgain } from "../../platform/keys/sealed-rows.ts";

const batchSize = 100;

// Sealed text opens only in its own connection, so it cannot be copied into another one.
const placeOf = (connectionId: string) => `ssoConnection:${connectionId}:clientSecret`;

export function sealClientSecret(sealer: Sealer, connectionId: string, secret: string): string {
  return sealer.seal(secret, placeOf(connectionId));
}

export function openClientSecret(sealer: Sealer, connectionId: string, sealed: string): string {
  return sealer.open(sealed, placeOf(connectionId));
}

/** The client secrets of connections. */
export const sealedClientSecrets = sealedRows<Row>({
  table: "sso_connection",
  idOf: ({ id }) => id,
  selectBatch,
  async sealRow(db, sealer, { organizationId, id, clientSecret }) {
    if (clientSecret === null) return 0;
    const again = trySealAgain(sealer, clientSecret, placeOf(id));
    if (again === null) return 1;
    if (again === clientSecret) return 0;
    await db
      .updateTable("ssoConnection")
      .set({ clientSecret: again })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      // A concurrent change already used the present key.
      .where("clientSecret", "=", clientSecret)
      .execute();
    return 0;
  },
  async dropSealed(db) {
    await db
      .updateTable("ssoConnection")
      .set({ clientSecret: null, status: "draft", testedAt: null })
      .where("clientSecret", "is not", null)
      .execute();
  },
});

function selectBatch(db: Database, after: string) {
  return db
    .selectFrom("ssoConnection")
    .select(["organizationId", "id", "clientSecret"])
    .where("id", ">", after)
    .where("clientSecret", "is not", null)
    .orderBy("id")
    .limit(batchSize)
    .execute();
}

type Row = Awaited<ReturnType<typeof selectBatch>>[number];
