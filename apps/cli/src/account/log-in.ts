import process from "node:process";
import { isatty } from "node:tty";
import type { Environment, Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { createTerminal } from "../output/terminal.ts";
import { logInAsPerson } from "./log-in-as-person.ts";
import { logInWithKey } from "./log-in-with-key.ts";
import { findBrowser } from "./open-browser.ts";

type Way = "key" | "browser" | "device";

/** Signs a person in, or checks and stores a key. */
export async function logIn(invocation: Invocation): Promise<Exit> {
  const way = chooseWay(invocation);
  if (way === "key") return logInWithKey(invocation);
  const terminal = createTerminal({ env: invocation.env });
  return logInAsPerson(invocation, terminal, way);
}

const choices: readonly (readonly [option: string, way: Way])[] = [
  ["key", "key"],
  ["key-stdin", "key"],
  ["browser", "browser"],
  ["device", "device"],
];

/** @throws Failure if the options contradict each other */
function chooseWay({ options, env }: Invocation): Way {
  const [chosen, other] = choices.filter(([option]) => options.isSet(option));
  if (chosen !== undefined && other !== undefined) {
    throw usageFailure(
      `--${chosen[0]} and --${other[0]} do not go together.`,
      "Give one of them. `lintel help login` explains each.",
    );
  }
  if (chosen !== undefined) return chosen[1];
  if (isFilled(env["LINTEL_API_KEY"])) return "key";
  // No person can sign in to a pipeline, so that only its key is missing.
  if (isFilled(env["CI"])) return "key";
  const hasTerminal = isatty(process.stdin.fd) && isatty(process.stderr.fd);
  return hasTerminal && findBrowser(env) !== null ? "browser" : "device";
}

const isFilled = (value: Environment[string]): boolean => (value ?? "").trim() !== "";
