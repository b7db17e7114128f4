import { connectionOptions, jsonOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const whoamiCommand: Command = {
  name: "whoami",
  summary: "Show the owner and the permissions of the key",
  usage: "[options]",
  operands: [0, 0],
  options: [...connectionOptions, jsonOption],
  examples: [
    { line: "lintel whoami", does: "Check address, region and key." },
    { line: "lintel whoami --profile work", does: "The same for another profile." },
  ],
  run: async (invocation) => (await import("../account/show-caller.ts")).showCaller(invocation),
};
