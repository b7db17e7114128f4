import { connectionOptions } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const loginCommand: Command = {
  name: "login",
  summary: "Sign in with a browser, or store an API key",
  usage: "[options]",
  operands: [0, 0],
  options: [
    ...connectionOptions,
    { name: "browser", summary: "Sign in with the browser of this computer" },
    { name: "device", summary: "Sign in with a browser anywhere, by a code" },
    { name: "key", summary: "Store the API key of LINTEL_API_KEY, or prompt for one" },
    { name: "key-stdin", summary: "Store an API key from standard input, for scripts" },
  ],
  notes: [
    "Without --key, the service asks in the browser what the command may do. Where no browser can be opened, as over SSH, the command shows an address and a code (--device). BROWSER names the program that opens the address.",
    "The tokens of a sign-in are stored in credentials.json, one sign-in for each address and region, and are renewed when they are used. A sign-in that is not used for 30 days ends.",
    "A command uses the first of these: LINTEL_API_KEY, the key of the profile, the sign-in at the address and region. `lintel whoami` shows which one it is. Only you can read the files.",
    "If LINTEL_API_KEY or CI is set, a login stores a key. A key cannot be an option, because command lines are stored in histories and logs. In CI, set LINTEL_URL and LINTEL_API_KEY instead of logging in.",
  ],
  examples: [
    { line: "lintel login", does: "Sign in at http://127.0.0.1:4000." },
    {
      line: "lintel login --url https://lintel.example.com --region us --profile work",
      does: "Sign in for a second profile; use it with --profile work.",
    },
    { line: "lintel login --device", does: "Sign in from a computer without a browser." },
    { line: "lintel login --key-stdin < key.txt", does: "Store the key in a file." },
  ],
  run: async (invocation) => (await import("../account/log-in.ts")).logIn(invocation),
};
