import { readFileSync } from "node:fs";
import process from "node:process";
import type { Invocation } from "../command-line/command.types.ts";
import { usageFailure } from "../outcome/failure.ts";
import { askHidden } from "../output/ask-hidden.ts";
import { settings } from "../settings/setting-table.ts";

/** Reads the key to store: from standard input, the environment, or a prompt. */
export async function readKey({ options, env }: Invocation): Promise<string> {
  const key = (await readRaw(options.isSet("key-stdin"), env["LINTEL_API_KEY"] ?? "")).trim();
  const wrong = settings.find(({ name }) => name === "key")?.check(key) ?? null;
  if (wrong === null) return key;
  throw usageFailure(
    key === "" ? "The key is empty." : "This is not an API key.",
    `Copy the complete value that was shown when the key was created: ${wrong}.`,
  );
}

async function readRaw(fromStdin: boolean, fromEnvironment: string): Promise<string> {
  if (fromStdin) return readFileSync(0, "utf8");
  if (fromEnvironment.trim() !== "") return fromEnvironment;
  if (process.stdin.isTTY) return askHidden("API key (not shown): ");
  throw usageFailure(
    "There is no key to store.",
    "Set LINTEL_API_KEY, or pipe the key in with --key-stdin. To sign in as a person, use `lintel login --device`.",
  );
}
