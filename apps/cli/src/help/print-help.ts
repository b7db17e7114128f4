import type { Command, Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { createTerminal } from "../output/terminal.ts";
import { renderCommandHelp, renderGroupHelp, renderOverview } from "./render-help.ts";

export async function printHelp(
  { operands, env }: Invocation,
  commands: readonly Command[],
): Promise<Exit> {
  createTerminal({ env }).say(findHelp(operands.join(" "), commands).join("\n"));
  return "passed";
}

function findHelp(wanted: string, commands: readonly Command[]): string[] {
  if (wanted === "") return renderOverview(commands);
  const command = commands.find(({ name }) => name === wanted);
  if (command !== undefined) return renderCommandHelp(command);
  const group = commands.filter(({ name }) => name.startsWith(`${wanted} `));
  if (group.length > 0) return renderGroupHelp(wanted, group);
  throw usageFailure(`There is no command ${wanted}.`, "`lintel help` lists the commands.");
}
