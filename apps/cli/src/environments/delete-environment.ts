import type { Invocation } from "../command-line/command.types.ts";
import { findEnvironment } from "../items/find-environment.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { agreeToDelete } from "../output/agree-to-delete.ts";
import { cleanText } from "../output/clean-text.ts";

export async function deleteEnvironment(invocation: Invocation): Promise<Exit> {
  const [wanted = ""] = invocation.operands;
  const { connection, terminal, projectId } = await openProject(invocation);
  const { id: environmentId } = await findEnvironment(connection, projectId, wanted);
  await agreeToDelete(invocation.options, `the environment ${wanted} with its secrets`);
  const place = { projectId, environmentId };
  await connection.call("delete the environment", "deleteEnvironment", place);
  terminal.say(`Deleted: environment ${cleanText(wanted)}`);
  return "passed";
}
