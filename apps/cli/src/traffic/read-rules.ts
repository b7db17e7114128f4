import type { TrafficRules } from "@lintel/contract/shapes/traffic";
import type { OptionValues } from "../command-line/option.types.ts";
import { findEnvironment } from "../items/find-environment.ts";
import type { OpenProject } from "../items/open-project.ts";

/**
 * The environment that the options name; without one, of the whole project.
 * @throws Failure
 */
export async function findPlace(
  { connection, projectId }: OpenProject,
  options: OptionValues,
): Promise<{ readonly environmentId?: string }> {
  const wanted = options.text("environment");
  if (wanted === undefined) return {};
  return { environmentId: (await findEnvironment(connection, projectId, wanted)).id };
}

/** @throws Failure */
export async function readRules(
  project: OpenProject,
  options: OptionValues,
): Promise<TrafficRules> {
  const { connection, projectId } = project;
  const place = await findPlace(project, options);
  return connection.call("read the traffic rules", "getTrafficRules", { projectId, ...place });
}
