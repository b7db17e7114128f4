import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { openVersion } from "./open-target.ts";
import { showInstant } from "./render-plan.ts";

export async function setSunset(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const sunsetAt = options.text("sunset");
  if ((sunsetAt === undefined) !== options.isSet("clear"))
    throw usageFailure("One date or none is needed.", "Add either --sunset DATE or --clear.");
  const { connection, terminal, projectId, specId, version } = await openVersion(invocation);
  const set = await connection.call("set the date", "setVersionSunset", {
    projectId,
    specId,
    versionId: version.id,
    ...(sunsetAt === undefined ? {} : { sunsetAt }),
  });
  const name = cleanText(set.version);
  if (options.isSet("json")) terminal.emit(JSON.stringify(set, null, 2));
  else if (set.sunsetAt === null) terminal.say(`Version ${name} has no sunset.`);
  else terminal.say(`Version ${name} ends on ${showInstant(set.sunsetAt)}.`);
  return "passed";
}
