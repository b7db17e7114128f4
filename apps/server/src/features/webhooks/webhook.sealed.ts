import type { Database } from "../../platform/database/open-database.ts";
import { sealedRows, trySealAgain } from "../../platform/keys/sealed-rows.ts";
import type { StoredWebhook } from "./webhook.store.ts";

const batchSize = 100;

/** Where the texts of a webhook are sealed: they open for no other one. */
export const placeOf = (id: string, what: "address" | "secret") => `webhook:${id}:${what}`;

/** Addresses and secrets. Where no key opens them, nothing can be sent: the webhooks are left out. */
export const sealedWebhooks = sealedRows<Row>({
  table: "webhook",
  idOf: ({ id }) => id,
  selectBatch,
  async sealRow(db, sealer, row) {
    const { sealedAddress, sealedSecret, sealedPreviousSecret } = row;
    const address = trySealAgain(sealer, sealedAddress, placeOf(row.id, "address"));
    const secret = trySealAgain(sealer, sealedSecret, placeOf(row.id, "secret"));
    const previous =
      sealedPreviousSecret === null
        ? null
        : trySealAgain(sealer, sealedPreviousSecret, placeOf(row.id, "secret"));
    if (address === null || secret === null) return 1;
    // Only the texts that were read: a concurrent change already used the present key.
    await db
      .updateTable("webhook")
      .set({ sealedAddress: address, sealedSecret: secret, sealedPreviousSecret: previous })
      .where("organizationId", "=", row.organizationId)
      .where("id", "=", row.id)
      .where("sealedAddress", "=", sealedAddress)
      .where("sealedSecret", "=", sealedSecret)
      .execute();
    return 0;
  },
  dropSealed: async (db) => void (await db.deleteFrom("webhook").execute()),
});

function selectBatch(db: Database, after: string) {
  return db
    .selectFrom("webhook")
    .select(["organizationId", "id", "sealedAddress", "sealedSecret", "sealedPreviousSecret"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(batchSize)
    .execute();
}

type Row = Pick<
  StoredWebhook,
  "organizationId" | "id" | "sealedAddress" | "sealedSecret" | "sealedPreviousSecret"
>;
