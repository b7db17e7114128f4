import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";
import { valueOptions } from "../command-line/value-options.ts";

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
      summary: "Where the API under test is; required",
    },
    {
      name: "type",
      value: "TYPE",
      choices: ["development", "staging", "production", "custom"],
      summary: "What kind of environment it is",
      otherwise: "custom",
    },
    ...valueOptions,
    {
      name: "secret-origin",
      value: "ORIGIN",
      isRepeatable: true,
      summary: "Another origin that secrets may be sent to, beside the base URL's",
    },
    { name: "read-only", summary: "Block every request that is not GET, HEAD, OPTIONS or QUERY" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "A secret is sealed when it is stored and never shown again. It is sent only to the origin of the base URL and to the secret origins.",
    "Private addresses are refused until the operator of the service allows them with LINTEL_EGRESS_ALLOW.",
  ],
  examples: [
    {
      line: "lintel environments create local --project Shop --base-url http://127.0.0.1:8080",
      does: "Say where an API on this machine is.",
    },
    {
      line: "lintel environments create staging -p Shop --base-url https://staging.example.com --var tenant=acme --secret apiToken",
      does: "With a variable, and a secret that is asked for.",
    },
  ],
  run: async (invocation) =>
    (await import("../environments/create-environment.ts")).createEnvironment(invocation),
};
