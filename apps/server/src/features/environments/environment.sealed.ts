import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { sealedRows } from "../../platform/keys/sealed-rows.ts";
import { sealVariablesAgain } from "./variables.ts";

const batchSize = 100;

/** The secret variables of environments. */
export const sealedEnvironments = sealedRows<Row>({
  table: "environment",
  idOf: ({ id }) => id,
  selectBatch,
  async sealRow(db, sealer, row) {
    const again = sealVariablesAgain(sealer, row.id, row.variables);
    await updateVariables(db, row, JSON.stringify(again.variables));
    return again.lost;
  },
  dropSealed,
});

/** A run reports a secret without a value. One that cannot be opened would make it fail. */
async function dropSealed(db: Database): Promise<void> {
  const rows = await db
    .selectFrom("environment")
    .select(["organizationId", "id", "variables"])
    .execute();
  for (const { organizationId, id, variables } of rows) {
    const kept = variables.filter(({ sealed }) => sealed === undefined);
    if (kept.length === variables.length) continue;
    await db
      .updateTable("environment")
      .set({ variables: JSON.stringify(kept), variableCount: kept.length })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .execute();
  }
}

function selectBatch(db: Database, after: string) {
  return db
    .selectFrom("environment")
    .select(["organizationId", "id", "variables", "rowVersion"])
    .where("id", ">", after)
    .where(sql<boolean>`variables::text like '%"sealed"%'`)
    .orderBy("id")
    .limit(batchSize)
    .execute();
}

type Row = Awaited<ReturnType<typeof selectBatch>>[number];

// Only the version that was read: a concurrent change already used the present key.
async function updateVariables(db: Database, row: Row, variables: string): Promise<void> {
  if (variables === JSON.stringify(row.variables)) return;
  await db
    .updateTable("environment")
    .set({ variables })
    .where("organizationId", "=", row.organizationId)
    .where("id", "=", row.id)
    .where("rowVersion", "=", row.rowVersion)
    .execute();
}
