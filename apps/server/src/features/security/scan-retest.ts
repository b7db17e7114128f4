import type { PlanLimits } from "@lintel/scanner/plan-scan";
import type { Database } from "../../platform/database/open-database.ts";
import type { StoredScan } from "./scan-run.store.ts";

/** The checks that test a finding again; no limits for a scan of everything. */
export async function selectRetest(db: Database, run: StoredScan): Promise<PlanLimits> {
  if (run.retestedFindingId === null) return {};
  const { scannerId, method, path, location } = await db
    .selectFrom("finding")
    .select(["scannerId", "method", "path", "location"])
    .where("organizationId", "=", run.organizationId)
    .where("id", "=", run.retestedFindingId)
    .executeTakeFirstOrThrow();
  // A finding of the whole host can come from any of its operations.
  const isHostWide = location === "host";
  return {
    scannerIds: [scannerId],
    ...(isHostWide ? {} : { operationIds: [`${method} ${path}`] }),
  };
}
