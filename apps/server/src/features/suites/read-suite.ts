import type { PlannedSuite } from "@lintel/runner/plan/plan.types";
import type { Database } from "../../platform/database/open-database.ts";
import { selectCases } from "./case.store.ts";
import { toCaseDefinition, toSuiteDefinition } from "./suite-definition.ts";
import { selectSuite, type ProjectPlace } from "./suite.store.ts";

/** A suite with all its cases for the plan of a run, or null if the project has no such suite. */
export async function readSuiteForRun(
  db: Database,
  place: ProjectPlace,
  suiteId: string,
): Promise<PlannedSuite | null> {
  const suite = await selectSuite(db, place, suiteId);
  if (suite === undefined) return null;
  const cases = await selectCases(db, { organizationId: place.organizationId, suiteId });
  return toSuiteDefinition(suite, cases, (row) => ({ id: row.id, ...toCaseDefinition(row) }));
}
