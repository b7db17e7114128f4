import type { RunEnvironment } from "@lintel/runner/plan/plan.types";
import type { Database } from "../../platform/database/open-database.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { notFound } from "../../platform/problem.ts";

/** Reads environments with their opened secrets, for features that send requests. */
export interface EnvironmentSource {
  /** null: the project has no such environment. */
  readEnvironment(
    db: Database,
    place: { readonly organizationId: string; readonly projectId: string },
    environmentId: string,
  ): Promise<RunEnvironment | null>;
}

/**
 * The environment of a call; null without one.
 *
 * @throws Problem NOT_FOUND where the project has no such environment.
 */
export async function chooseEnvironment(
  source: EnvironmentSource,
  context: ProjectContext,
  environmentId: string | null | undefined,
): Promise<RunEnvironment | null> {
  if (environmentId === null || environmentId === undefined) return null;
  const environment = await source.readEnvironment(context.db, context, environmentId);
  if (environment === null) throw notFound("The environment");
  return environment;
}
