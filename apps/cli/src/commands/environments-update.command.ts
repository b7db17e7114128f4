import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";
import { readOnlyOption, valueOptions } from "../command-line/value-options.ts";

export const environmentsUpdateCommand: Command = {
  name: "environments update",
  summary: "Change an environment, for example to rotate a secret",
  usage: "ENVIRONMENT [options]",
  operands: [1, 1],
  options: [
    projectOption,
    { name: "name", value: "NAME", summary: "The new name" },
    { name: "base-url", value: "URL", summary: "The new address of the API under test" },
    {
      name: "type",
      value: "TYPE",
      choices: ["development", "staging", "production", "custom"],
      summary: "The kind of environment",
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
      summary: "An additional origin to which secrets may be sent; replaces the present ones",
    },
    readOnlyOption,
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "A secret is stored encrypted and never shown again. It is sent only to the origin of the base URL and to the secret origins.",
    "To change where secrets may be sent, the key needs projects:manage.",
  ],
  examples: [
    {
      line: "lintel environments update staging --project Shop --var tenant=acme",
      does: "Set a variable and keep the others.",
    },
    {
      line: "lintel environments update staging -p Shop --secret apiToken",
      does: "Rotate a secret; the new value is prompted for.",
    },
    {
      line: "lintel environments update staging -p Shop --unset tenant --base-url https://new.example.com",
      does: "Remove a variable and change the address.",
    },
    {
      line: "printenv TOKEN | lintel environments update staging -p Shop --secret apiToken",
      does: "In a pipeline, the value is read from standard input.",
    },
  ],
  run: async (invocation) =>
    (await import("../environments/update-environment.ts")).updateEnvironment(invocation),
};
