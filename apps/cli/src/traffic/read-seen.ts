import type { OptionValues } from "../command-line/option.types.ts";
import { findEnvironment } from "../items/find-environment.ts";
import type { OpenProject } from "../items/open-project.ts";

/**
 * What of all that gateways saw the options ask for.
 *
 * @throws Failure if there is no such environment
 */
export async function readSeen(
  { connection, projectId }: OpenProject,
  options: OptionValues,
): Promise<{ readonly environmentId?: string; readonly daysBack?: number }> {
  const wanted = options.text("environment");
  const daysBack = options.number("within");
  return {
    ...(wanted === undefined
      ? {}
      : { environmentId: (await findEnvironment(connection, projectId, wanted)).id }),
    ...(daysBack === undefined ? {} : { daysBack }),
  };
}
