import manifest from "../package.json" with { type: "json" };
import type { Environment } from "./command-line/command.types.ts";
import type { Exit } from "./outcome/exit-codes.ts";
import { createTerminal } from "./output/terminal.ts";

export function printVersion(env: Environment): Exit {
  createTerminal({ env }).say(manifest.version);
  return "passed";
}
