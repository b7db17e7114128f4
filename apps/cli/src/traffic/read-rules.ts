import type { TrafficRules } from "@lintel/contract/shapes/traffic";
import type { OptionValues } from "../command-line/option.types.ts";
import { findEnvironment } from "../items/find-environment.ts";
import type { OpenProject } from "../items/open-project.ts";

/**
 * The rules of the environment that the options name, or of the project.
 * @throws Failure
 */
export async function readRules(
  { connection, projectId }: OpenProject,
  options: OptionValues,
): Promise<TrafficRules> {
  const wanted = options.text("environment");
  const place =
    wanted === undefined
      ? {}
      : { environmentId: (await findEnvironment(connection, projectId, wanted)).id };
  return connection.call("read the traffic rules", "getTrafficRules", { projectId, ...place });
}
