import type { Invocation } from "../command-line/command.types.ts";
import { findSpec, findSpecVersion } from "../items/find-spec.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";

/** Publishes a version of a specification; one that is published stays so. */
export async function publishSpec(invocation: Invocation): Promise<Exit> {
  const { options, operands } = invocation;
  const [wanted = ""] = operands;
  const { connection, terminal, projectId } = await openProject(invocation);
  const spec = await findSpec(connection, projectId, wanted);
  const name = options.text("version");
  const { id: versionId } = await findSpecVersion(connection, projectId, spec, name);
  const published = await connection.call("publish the version", "publishSpecVersion", {
    projectId,
    specId: spec.id,
    versionId,
  });
  if (options.isSet("json")) terminal.emit(JSON.stringify(published, null, 2));
  terminal.say(
    `Published: version ${cleanText(published.version)} of ${cleanText(wanted)}. It can be read, and not edited any more.`,
  );
  return "passed";
}
