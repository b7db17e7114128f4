import type { InputOf } from "@lintel/contract/operation";
import type { exportFindings as declared } from "@lintel/contract/operations/finding";
import type { Invocation } from "../command-line/command.types.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { writeWhole } from "../output/write-whole.ts";

export async function exportFindings(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const output = options.text("output") ?? "-";
  const { connection, terminal, projectId } = await openProject(invocation, output === "-");
  // The choices of the options are those of the contract.
  const { format, status } = {
    format: options.text("format") ?? "sarif",
    status: options.text("status") ?? "open",
  } as Required<InputOf<typeof declared>>;
  const { text } = await connection.call("export the findings", "exportFindings", {
    projectId,
    format,
    status,
  });
  if (output === "-") terminal.print(text);
  else {
    writeWhole(output, text);
    terminal.say(`Written: ${output}`);
  }
  return "passed";
}
