import { connectionOptions } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const logoutCommand: Command = {
  name: "logout",
  summary: "End the sign-in of `lintel login`",
  usage: "[options]",
  operands: [0, 0],
  options: connectionOptions,
  notes: [
    "The service ends the sign-in at the address and region, and the command forgets its tokens. API keys are not changed.",
  ],
  examples: [
    { line: "lintel logout", does: "Sign out at the address of the default profile." },
    { line: "lintel logout --profile work", does: "The same for another profile." },
  ],
  run: async (invocation) => (await import("../account/log-out.ts")).logOut(invocation),
};
