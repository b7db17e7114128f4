import type { Invocation } from "../command-line/command.types.ts";
import { findSuite } from "../items/find-suite.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { agreeToDelete } from "../output/agree-to-delete.ts";
import { cleanText } from "../output/clean-text.ts";

export async function deleteSuite(invocation: Invocation): Promise<Exit> {
  const [wanted = ""] = invocation.operands;
  const { connection, terminal, projectId } = await openProject(invocation);
  const { id: suiteId } = await findSuite(connection, projectId, wanted);
  await agreeToDelete(invocation.options, `the suite ${wanted} with its cases`);
  await connection.call("delete the suite", "deleteSuite", { projectId, suiteId });
  terminal.say(`Deleted: suite ${cleanText(wanted)}`);
  return "passed";
}
