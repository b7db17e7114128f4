import { readFileSync } from "node:fs";
import process from "node:process";
import type { Invocation } from "../command-line/command.types.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { settings } from "../settings/setting-table.ts";

/** The key that is to be stored: from standard input, the environment, or a person. */
export async function readKey({ options, env }: Invocation): Promise<string> {
  const key = (await readRaw(options.isSet("key-stdin"), env["LINTEL_API_KEY"] ?? "")).trim();
  const wrong = settings.find(({ name }) => name === "key")?.check(key) ?? null;
  if (wrong === null) return key;
  throw usageFailure(
    key === "" ? "The key is empty." : "That is no key.",
    `Copy the whole value that was shown when the key was made: ${wrong}.`,
  );
}

async function readRaw(fromStdin: boolean, fromEnvironment: string): Promise<string> {
  if (fromStdin) return readFileSync(0, "utf8");
  if (fromEnvironment.trim() !== "") return fromEnvironment;
  if (process.stdin.isTTY) return askHidden("API key (it is not shown): ");
  throw usageFailure(
    "There is no key to store.",
    "Set LINTEL_API_KEY, or pipe the key in with --key-stdin.",
  );
}

const endOfLine = new Set(["\r", "\n", "\u0004"]);
const erasures = new Set(["\u007f", "\b"]);

/** Asks in the terminal without an echo. */
async function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  let typed = "";
  try {
    for await (const chunk of stdin as AsyncIterable<string>) {
      for (const character of chunk) {
        if (character === "\u0003") throw refuseInterrupted();
        if (endOfLine.has(character)) return typed;
        typed = erasures.has(character) ? typed.slice(0, -1) : typed + character;
      }
    }
    return typed;
  } finally {
    stdin.setRawMode(false);
    stderr.write("\n");
  }
}

function refuseInterrupted(): Failure {
  return new Failure({
    exit: "incomplete",
    code: "INTERRUPTED",
    what: "Interrupted; nothing was stored.",
    fix: "Start again with `lintel login`.",
  });
}
