import { extractVariable } from "@lintel/runner/execute/extract-variable";
import type { RunEnvironment } from "@lintel/runner/plan/plan.types";
import type { ScanTools } from "@lintel/scanner/scan.types";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { ProjectPlace } from "./scan-profile.store.ts";
import type { SecuritySources } from "./security.sources.ts";

/** Runs cases of the suites of a project, in the environment that is scanned. */
export const createTokenExtractor =
  (
    { sources, clock }: { readonly sources: SecuritySources; readonly clock: Clock },
    db: Database,
    place: ProjectPlace,
    environment: RunEnvironment,
  ): NonNullable<ScanTools["extractToken"]> =>
  async ({ suiteId, caseName, variable, variables }, { egress, signal }) => {
    const suite = await sources.readSuite(db, place, suiteId);
    if (suite === null) return { reason: "the suite was deleted" };
    const found = await extractVariable(
      { suite, environment, caseName, variable, variables: variables ?? {} },
      {
        egress,
        signal,
        now: () => clock.now().getTime(),
        monotonic: clock.monotonic,
        randomUuid: () => crypto.randomUUID(),
        random: Math.random,
      },
    );
    return "value" in found ? { token: found.value } : found;
  };
