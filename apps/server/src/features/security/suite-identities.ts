import type { ScanIdentity } from "@lintel/contract/shapes/scan-identity";
import { findLack } from "@lintel/runner/execute/extract-variable";
import type { Database } from "../../platform/database/open-database.ts";
import { invalid } from "../../platform/problem.ts";
import type { ProjectPlace } from "./scan-profile.store.ts";
import type { SecuritySources } from "./security.sources.ts";

/**
 * Checks that the cases that give tokens exist and extract them.
 *
 * @throws Problem VALIDATION_FAILED
 */
export async function checkSuiteIdentities(
  sources: SecuritySources,
  db: Database,
  place: ProjectPlace,
  identities: readonly ScanIdentity[],
): Promise<void> {
  for (const [at, { auth }] of identities.entries()) {
    if (auth.type !== "suiteCase") continue;
    const field = (name: string) => `identities[${at}].auth.${name}`;
    const suite = await sources.readSuite(db, place, auth.suiteId);
    if (suite === null) {
      const message = "The project has no such suite.";
      throw invalid({ field: field("suiteId"), code: "unknown", message });
    }
    const lack = findLack(suite, auth);
    if (lack === null) continue;
    const message = `${lack.reason.charAt(0).toUpperCase()}${lack.reason.slice(1)}.`;
    throw invalid({ field: field(lack.field), code: "unknown", message });
  }
}
