import type { LedgerEntry } from "@lintel/scanner/ledger";
import type { Database } from "../../platform/database/open-database.ts";
import type { ScanRef } from "./scan-ref.ts";

/** Stores an entry of a run, or its present state. */
export async function storeLedgerEntry(
  db: Database,
  { organizationId, id }: ScanRef,
  { number, identity, operation, path, state }: LedgerEntry,
): Promise<void> {
  await db
    .insertInto("scanLedgerEntry")
    .values({ organizationId, scanRunId: id, number, identity, operation, path, state })
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "scanRunId", "number"]).doUpdateSet({ path, state }),
    )
    .execute();
}

export function selectLedger(
  db: Database,
  { organizationId, id }: ScanRef,
): Promise<LedgerEntry[]> {
  return db
    .selectFrom("scanLedgerEntry")
    .select(["number", "identity", "operation", "path", "state"])
    .where("organizationId", "=", organizationId)
    .where("scanRunId", "=", id)
    .orderBy("number")
    .execute();
}
