import type { Invocation } from "../command-line/command.types.ts";
import { findProject } from "../items/find-project.ts";
import { findSuite } from "../items/find-suite.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { connect } from "../network/connect.ts";
import { createTerminal } from "../output/terminal.ts";
import { writeWhole } from "../output/write-whole.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";

export async function pullSuite({ options, operands, env }: Invocation): Promise<Exit> {
  const [wanted = "", file = "-"] = operands;
  const terminal = createTerminal({ env, hasDocument: file === "-" });
  const settings = resolveSettings(options, env);
  const connection = connect({ settings, terminal });
  const project = await findProject(connection, settings);
  const suite = await findSuite(connection, project.id, wanted);
  const { text } = await connection.call("read the suite", "exportSuite", {
    projectId: project.id,
    suiteId: suite.id,
  });
  if (file === "-") {
    terminal.emit(text);
    return "passed";
  }
  writeWhole(file, text);
  terminal.say(`Written: ${file}`);
  return "passed";
}
