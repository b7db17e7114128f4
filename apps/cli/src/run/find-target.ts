import type { Connection } from "../network/connect.ts";
import type { Settings } from "../settings/resolve-settings.ts";
import { findCases } from "../items/find-cases.ts";
import { findEnvironment } from "../items/find-environment.ts";
import { findSuite } from "../items/find-suite.ts";
import type { FoundItem } from "../items/pick-item.ts";

/** What is run, and where. */
export interface RunTarget {
  readonly suite: FoundItem;
  readonly environment: FoundItem | null;
  readonly caseIds: readonly string[];
}

/** Finds what the names mean in a project, side by side where one does not need the other. */
export async function findTarget(
  connection: Connection,
  settings: Settings,
  project: FoundItem,
  suiteName: string,
  cases: readonly string[],
): Promise<RunTarget> {
  const wanted = settings.find("environment");
  const [suite, environment] = await Promise.all([
    findSuite(connection, project.id, suiteName),
    wanted === null ? null : findEnvironment(connection, project.id, wanted.value),
  ]);
  const caseIds =
    cases.length === 0 ? [] : await findCases(connection, project.id, suite.id, cases);
  return { suite, environment, caseIds };
}
