import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";
import { readOnlyOption, valueOptions } from "../command-line/value-options.ts";

export const environmentsCreateCommand: Command = {
  name: "environments create",
  summary: "Create an environment: a base URL with variables",
  usage: "NAME --base-url URL",
  operands: [1, 1],
  options: [
    projectOption,
    {
      name: "base-url",
      value: "URL",
      summary: "The address of the API under test; required",
    },
    {
      name: "type",
      value: "TYPE",
      choices: ["development", "staging", "production", "custom"],
      summary: "The kind of environment",
      otherwise: "custom",
    },
    ...valueOptions,
    {
      name: "secret-origin",
      value: "ORIGIN",
      isRepeatable: true,
      summary: "An additional origin to which secrets may be sent",
    },
    readOnlyOption,
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "A secret is stored encrypted and never shown again. It is sent only to the origin of the base URL and to the secret origins.",
    "Private addresses are refused until the operator of the service allows them with LINTEL_EGRESS_ALLOW.",
  ],
  examples: [
    {
      line: "lintel environments create local --project Shop --base-url http://127.0.0.1:8080",
      does: "Create an environment for an API on this machine.",
    },
    {
      line: "lintel environments create staging -p Shop --base-url https://staging.example.com --var tenant=acme --secret apiToken",
      does: "Set a variable, and a secret that is prompted for.",
    },
  ],
  run: async (invocation) =>
    (await import("../environments/create-environment.ts")).createEnvironment(invocation),
};
