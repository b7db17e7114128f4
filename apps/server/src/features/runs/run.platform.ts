import type { PlannedSuite } from "@lintel/runner/plan/plan.types";
import type { EnvironmentSource } from "../../domain/environments/choose-environment.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import type { AcceptedPlans } from "./accepted-plans.ts";
import type { RunTelemetry } from "./measure-runs.ts";
import type { RunWaiters } from "./run-waiters.ts";

/** Readers of a run's parts, which other features provide. */
export interface RunSources extends EnvironmentSource {
  readSuite(db: Database, place: ProjectPlace, suiteId: string): Promise<PlannedSuite | null>;
}

interface ProjectPlace {
  readonly organizationId: string;
  readonly projectId: string;
}

/** The dependencies of the operations and the job of runs. */
export interface RunPlatform {
  readonly platform: Platform;
  readonly waiters: RunWaiters;
  readonly plans: AcceptedPlans;
  readonly sources: RunSources;
  readonly telemetry: RunTelemetry;
}
