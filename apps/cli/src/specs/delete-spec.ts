import type { Invocation } from "../command-line/command.types.ts";
import { findSpec, findSpecVersion } from "../items/find-spec.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { agreeToDelete } from "../output/agree-to-delete.ts";
import { cleanText } from "../output/clean-text.ts";

/** Deletes a specification, or a named version of it. */
export async function deleteSpec(invocation: Invocation): Promise<Exit> {
  const { options, operands } = invocation;
  const [wanted = ""] = operands;
  const { connection, terminal, projectId } = await openProject(invocation);
  const spec = await findSpec(connection, projectId, wanted);
  const name = options.text("version");
  if (name === undefined) {
    await agreeToDelete(options, `the specification ${wanted} with all its versions`);
    await connection.call("delete the specification", "deleteSpec", { projectId, specId: spec.id });
    terminal.say(`Deleted: specification ${cleanText(wanted)}`);
    return "passed";
  }
  const { id: versionId, version } = await findSpecVersion(connection, projectId, spec, name);
  await agreeToDelete(options, `version ${version} of ${wanted}`);
  const place = { projectId, specId: spec.id, versionId };
  await connection.call("delete the version", "deleteSpecVersion", place);
  terminal.say(`Deleted: version ${cleanText(version)} of ${cleanText(wanted)}`);
  return "passed";
}
