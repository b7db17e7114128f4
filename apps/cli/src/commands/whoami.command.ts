import { connectionOptions, jsonOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const whoamiCommand: Command = {
  name: "whoami",
  summary: "Show who you are, by which credential, and what it may do",
  usage: "[options]",
  operands: [0, 0],
  options: [...connectionOptions, jsonOption],
  examples: [
    { line: "lintel whoami", does: "Check address, region and credential." },
    { line: "lintel whoami --profile work", does: "The same for another profile." },
  ],
  run: async (invocation) => (await import("../account/show-caller.ts")).showCaller(invocation),
};
