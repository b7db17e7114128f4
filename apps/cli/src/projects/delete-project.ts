import type { Invocation } from "../command-line/command.types.ts";
import { findProjectBy } from "../items/find-project.ts";
import { connect } from "../network/connect.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { agreeToDelete } from "../output/agree-to-delete.ts";
import { cleanText } from "../output/clean-text.ts";
import { createTerminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";

/** Deletes the named project, never the one from the settings. */
export async function deleteProject({ options, operands, env }: Invocation): Promise<Exit> {
  const [wanted = ""] = operands;
  const terminal = createTerminal({ env });
  const connection = connect({ settings: resolveSettings(options, env), terminal });
  const { id: projectId } = await findProjectBy(connection, wanted);
  await agreeToDelete(options, `the project ${wanted} and everything in it`);
  await connection.call("delete the project", "deleteProject", { projectId });
  terminal.say(`Deleted: project ${cleanText(wanted)}`);
  return "passed";
}
