import { connectionOptions } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const loginCommand: Command = {
  name: "login",
  summary: "Check an API key and store it",
  usage: "[options]",
  operands: [0, 0],
  options: [
    ...connectionOptions,
    { name: "key-stdin", summary: "Read the key from standard input, for scripts" },
  ],
  notes: [
    "The key is read from standard input with --key-stdin, else from LINTEL_API_KEY, else from a hidden prompt. It cannot be an option, because command lines are stored in histories and logs.",
    "Address, region and key are stored in the config file, which only you can read. In CI, set LINTEL_URL and LINTEL_API_KEY instead of logging in.",
  ],
  examples: [
    { line: "lintel login", does: "Prompt for the key and store it for http://127.0.0.1:4000." },
    {
      line: "lintel login --url https://lintel.example.com --region us --profile work",
      does: "Store a second profile; use it with --profile work.",
    },
    { line: "lintel login --key-stdin < key.txt", does: "Read the key from a file." },
  ],
  run: async (invocation) => (await import("../account/log-in.ts")).logIn(invocation),
};
