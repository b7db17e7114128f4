import type { Command } from "../command-line/command.types.ts";
import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";

export const usageImportCommand: Command = {
  name: "usage import",
  summary: "Count the calls of access logs",
  usage: "FILE… [options]",
  operands: [1, 1000],
  options: [
    projectOption,
    {
      name: "environment",
      short: "e",
      value: "E",
      summary: "The environment whose route is used, by name or id",
      otherwise: "all published versions of the project",
    },
    {
      name: "format",
      value: "FORMAT",
      choices: ["combined", "json"],
      summary: "The format of the lines",
      otherwise: "what the first line looks like",
    },
    {
      name: "consumer-field",
      value: "NAME",
      summary: "The member of JSON lines that names the caller, such as jwt.client_id",
      otherwise: "consumer, remote_user or user",
    },
    {
      name: "state",
      value: "FILE",
      summary: "The file that remembers how far each log was counted",
      otherwise: "usage-imports.json next to the config file",
    },
    { name: "dry-run", summary: "Match the calls without counting them" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "A log can be plain or compressed with gzip. A log that has grown, was renamed or was compressed is continued where the last import ended, also after a failure. Calls of more than 35 days ago are not counted.",
  ],
  examples: [
    {
      line: "lintel usage import /var/log/nginx/access.log -p Shop -e Production",
      does: "Count what was logged since the last import.",
    },
    {
      line: "lintel usage import access.log.*.gz -p Shop --dry-run",
      does: "Show what would match.",
    },
  ],
  run: async (invocation) => (await import("../traffic/import-logs.ts")).importLogs(invocation),
};
