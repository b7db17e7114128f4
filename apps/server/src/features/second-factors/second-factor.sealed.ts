import type { Database } from "../../platform/database/open-database.ts";
import { sealedRows, trySealAgain } from "../../platform/keys/sealed-rows.ts";

const batchSize = 100;

/**
 * The secrets of second factors. Where no key opens them, after a restore under another master key, the
 * table is left out: people sign in with the password alone and set up a second factor again.
 */
export const sealedSecondFactors = sealedRows<Row>({
  table: "second_factor",
  idOf: ({ userId }) => userId,
  selectBatch,
  async sealRow(db, sealer, { userId, sealedSecret }) {
    const again = trySealAgain(sealer, sealedSecret, placeOfSecret(userId));
    if (again === null) return 1;
    if (again === sealedSecret) return 0;
    // Only the secret that was read: a concurrent change already used the present key.
    await db
      .updateTable("secondFactor")
      .set({ sealedSecret: again })
      .where("userId", "=", userId)
      .where("sealedSecret", "=", sealedSecret)
      .execute();
    return 0;
  },
});

/** Where a secret is sealed: it opens for no other person. */
export const placeOfSecret = (userId: string) => `secondFactor:${userId}`;

function selectBatch(db: Database, after: string) {
  return db
    .selectFrom("secondFactor")
    .select(["userId", "sealedSecret"])
    .where("userId", ">", after)
    .orderBy("userId")
    .limit(batchSize)
    .execute();
}

type Row = Awaited<ReturnType<typeof selectBatch>>[number];
