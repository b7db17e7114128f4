import type { Command, Environment, Invocation } from "./command-line/command.types.ts";
import { findCloseMatches } from "@lintel/json/close-matches";
import { parseOptions } from "./command-line/parse-options.ts";
import { helpOption } from "./command-line/shared-options.ts";
import { commandList } from "./commands/command-list.ts";
import type { Exit } from "./outcome/exit-codes.ts";
import { usageFailure, type Failure } from "./outcome/failure.ts";
import { reportFailure } from "./report-failure.ts";

/** Runs one command line to its end; every error is reported, never thrown. */
export async function runCli(line: readonly string[], env: Environment): Promise<Exit> {
  try {
    const { command, rest } = findCommand(line);
    if (command === null) return await answerWithoutCommand(rest, env);
    const { options, operands } = parseOptions(
      command.name,
      [...command.options, helpOption],
      rest,
    );
    if (options.isSet("help")) return await callHelp(command.name.split(" "), env);
    checkOperands(command, operands);
    return await command.run({ options, operands, env });
  } catch (error) {
    return reportFailure(error, env, line.includes("--json"));
  }
}

interface FoundCommand {
  readonly command: Command | null;
  readonly rest: readonly string[];
}

/** @throws Failure if the first words are not a command. */
function findCommand(line: readonly string[]): FoundCommand {
  const [head = "", tail = ""] = line;
  if (head === "" || head.startsWith("-")) return { command: null, rest: line };
  const named = (name: string) => commandList.find((command) => command.name === name);
  const pair = named(`${head} ${tail}`);
  if (pair !== undefined) return { command: pair, rest: line.slice(2) };
  const single = named(head);
  if (single !== undefined) return { command: single, rest: line.slice(1) };
  const isGroup = commandList.some(({ name }) => name.startsWith(`${head} `));
  if (isGroup && (tail === "" || tail === "--help" || tail === "-h")) {
    return { command: named("help") ?? null, rest: [head] };
  }
  throw refuseCommand(isGroup ? `${head} ${tail}` : head, line);
}

function refuseCommand(name: string, [head = "", operand = ""]: readonly string[]): Failure {
  const inGroup = commandList.filter((command) => command.name.startsWith(`${head} `));
  const [only, ...others] = inGroup;
  // For a group with one command, the next word is its operand, such as a file.
  if (only !== undefined && others.length === 0) {
    return usageFailure(`There is no command ${name}.`, `Did you mean ${only.name} ${operand}?`);
  }
  const close = findCloseMatches(
    name,
    commandList.map((command) => command.name),
    3,
  );
  const fix =
    close.length > 0 ? `Did you mean ${close.join(" or ")}?` : "`lintel help` lists them.";
  return usageFailure(`There is no command ${name}.`, fix);
}

async function answerWithoutCommand(line: readonly string[], env: Environment): Promise<Exit> {
  const version = { name: "version", short: "V", summary: "Show the version" };
  const { options } = parseOptions("", [helpOption, version], line);
  if (!options.isSet("version")) return callHelp([], env);
  const { printVersion } = await import("./print-version.ts");
  return printVersion(env);
}

async function callHelp(operands: readonly string[], env: Environment): Promise<Exit> {
  const help = commandList.find(({ name }) => name === "help");
  const { options } = parseOptions("help", [], []);
  const invocation: Invocation = { options, operands, env };
  return help === undefined ? "usage" : help.run(invocation);
}

function checkOperands(
  { name, usage, operands: [least, most], choices }: Command,
  given: readonly string[],
): void {
  const fix = `Usage: lintel ${name} ${usage}. \`lintel help ${name}\` shows examples.`;
  if (given.length < least) throw usageFailure(`lintel ${name} needs ${usage}.`, fix);
  const extra = given[most];
  if (extra !== undefined) throw usageFailure(`lintel ${name} does not take "${extra}".`, fix);
  const [first] = given;
  if (choices !== undefined && first !== undefined && !choices.includes(first)) {
    throw usageFailure(
      `lintel ${name} does not know "${first}".`,
      `Choose one of ${choices.join(", ")}.`,
    );
  }
}
