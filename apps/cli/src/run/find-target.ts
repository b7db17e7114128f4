import type { Connection } from "../network/connect.ts";
import type { Settings } from "../settings/resolve-settings.ts";
import { findCases } from "../items/find-cases.ts";
import { findEnvironment } from "../items/find-environment.ts";
import { findSuite } from "../items/find-suite.ts";
import type { FoundItem } from "../items/pick-item.ts";

/** What is run, and in which environment. */
export interface RunTarget {
  readonly suite: FoundItem;
  readonly environment: FoundItem | null;
  readonly caseIds: readonly string[];
}

/** Resolves the names in a project, in parallel where possible. */
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
