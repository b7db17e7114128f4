import type { Surface } from "@lintel/scanner/surface.types";
import type { PlanLimits } from "@lintel/scanner/plan-scan";
import type { Database } from "../../platform/database/open-database.ts";
import { Problem } from "../../platform/problem.ts";
import type { StoredScan } from "./scan-run.store.ts";

/**
 * The checks that test a finding again; no limits for a scan of everything.
 *
 * @throws Problem if the scan would test another environment than the one of the finding
 */
export async function selectRetest(
  db: Database,
  run: StoredScan,
  environmentId: string,
  { operations }: Pick<Surface, "operations">,
): Promise<PlanLimits> {
  if (run.retestedFindingId === null) return {};
  const finding = await db
    .selectFrom("finding")
    .leftJoin("environment", (join) =>
      join
        .onRef("environment.organizationId", "=", "finding.organizationId")
        .onRef("environment.id", "=", "finding.environmentId"),
    )
    .select(["scannerId", "method", "path", "location", "environment.id as environmentId"])
    .where("finding.organizationId", "=", run.organizationId)
    .where("finding.id", "=", run.retestedFindingId)
    .executeTakeFirstOrThrow();
  if (finding.environmentId !== null && finding.environmentId !== environmentId)
    throw new Problem(
      "VALIDATION_FAILED",
      "The scan profile scans another environment by now than the one of the finding. Choose that environment in the profile, and test the finding again.",
    );
  const { scannerId, method, path, location } = finding;
  const operation = `${method} ${path}`;
  // A finding of the whole host, or of an address that the document does not name, can come from any.
  const isAnywhere = location === "host" || !operations.some(({ id }) => id === operation);
  return {
    scannerIds: [scannerId],
    ...(isAnywhere ? {} : { operationIds: [operation] }),
  };
}
