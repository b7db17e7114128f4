import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";
import { valueOptions } from "../command-line/value-options.ts";

export const environmentsUpdateCommand: Command = {
  name: "environments update",
  summary: "Change an environment: set a variable, rotate a secret",
  usage: "ENVIRONMENT [options]",
  operands: [1, 1],
  options: [
    projectOption,
    { name: "name", value: "NAME", summary: "What it is called from now on" },
    { name: "base-url", value: "URL", summary: "Where the API under test is from now on" },
    {
      name: "type",
      value: "TYPE",
      choices: ["development", "staging", "production", "custom"],
      summary: "What kind of environment it is",
    },
    ...valueOptions,
    {
      name: "unset",
      value: "NAME",
      isRepeatable: true,
      summary: "Remove a variable or secret",
    },
    {
      name: "secret-origin",
      value: "ORIGIN",
      isRepeatable: true,
      summary:
        "Another origin that secrets may be sent to, beside the base URL's; these replace the present ones",
    },
    {
      name: "read-only",
      value: "WHETHER",
      choices: ["yes", "no"],
      summary: "Whether requests that may write are blocked",
    },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "A secret is sealed when it is stored and never shown again. It is sent only to the origin of the base URL and to the secret origins.",
    "A change of where secrets may go needs the permission projects:manage.",
  ],
  examples: [
    {
      line: "lintel environments update staging --project Shop --var tenant=acme",
      does: "Set a variable; the others stay.",
    },
    {
      line: "lintel environments update staging -p Shop --secret apiToken",
      does: "Rotate a secret: the new value is asked for.",
    },
    {
      line: "lintel environments update staging -p Shop --unset tenant --base-url https://new.example.com",
      does: "Remove a variable and move the environment.",
    },
    {
      line: "printenv TOKEN | lintel environments update staging -p Shop --secret apiToken",
      does: "The same in a pipeline: the value comes from standard input.",
    },
  ],
  run: async (invocation) =>
    (await import("../environments/update-environment.ts")).updateEnvironment(invocation),
};
