import type { Command, Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { createTerminal } from "../output/terminal.ts";
import { completionScripts } from "./completion-scripts.ts";

export async function printCompletion(
  { operands, env }: Invocation,
  commands: readonly Command[],
): Promise<Exit> {
  const write = completionScripts[operands[0] ?? ""];
  if (write === undefined) throw new Error("The shell is one of the choices.");
  createTerminal({ env }).emit(write(commands));
  return "passed";
}
