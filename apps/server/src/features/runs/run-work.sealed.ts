import type { Database } from "../../platform/database/open-database.ts";
import { sealedRows, trySealAgain } from "../../platform/keys/sealed-rows.ts";
import { placeOfRunWork } from "./run-work.ts";

const batchSize = 20;

/** The stored work of runs that have not finished. */
export const sealedRunWork = sealedRows<Row>({
  table: "test_run_work",
  idOf: ({ runId }) => runId,
  selectBatch,
  async sealRow(db, sealer, row) {
    const place = placeOfRunWork({ organizationId: row.organizationId, id: row.runId });
    const sealed = trySealAgain(sealer, row.sealed, place);
    if (sealed === null) return 1;
    if (sealed !== row.sealed) await updateWork(db, row, sealed);
    return 0;
  },
});

function selectBatch(db: Database, after: string) {
  return db
    .selectFrom("testRunWork")
    .select(["organizationId", "runId", "sealed"])
    .where("runId", ">", after)
    .orderBy("runId")
    .limit(batchSize)
    .execute();
}

type Row = Awaited<ReturnType<typeof selectBatch>>[number];

async function updateWork(db: Database, row: Row, sealed: string): Promise<void> {
  await db
    .updateTable("testRunWork")
    .set({ sealed })
    .where("organizationId", "=", row.organizationId)
    .where("runId", "=", row.runId)
    .execute();
}
