import type { Invocation } from "../command-line/command.types.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { checkRunId } from "./find-run.ts";

export async function cancelRun(invocation: Invocation): Promise<Exit> {
  const id = checkRunId(invocation.operands[0] ?? "");
  const { connection, terminal, projectId } = await openProject(invocation);
  const run = await connection.call("cancel the run", "cancelRun", { projectId, id });
  terminal.say(
    run.status === "finished"
      ? `The run ${id} has ended (${run.outcome ?? "no verdict"}).`
      : `The service has ended the tests of run ${id}; its tear-down follows.`,
  );
  return "passed";
}
