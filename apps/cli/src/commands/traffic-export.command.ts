import type { Command } from "../command-line/command.types.ts";
import { connectionOptions, projectOption } from "../command-line/shared-options.ts";

export const trafficExportCommand: Command = {
  name: "traffic export",
  summary: "Write what plans ask of calls, as configuration of nginx or as JSON",
  usage: "[options]",
  operands: [0, 0],
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
      choices: ["nginx", "json"],
      summary: "The format",
      otherwise: "nginx",
    },
    {
      name: "output",
      short: "o",
      value: "PATH",
      summary: "The folder for the files of nginx, or the file for JSON",
      otherwise: "the folder ., or stdout",
    },
    ...connectionOptions,
  ],
  notes: [
    "For nginx it writes lintel-http.conf, lintel-server.conf and lintel-location.conf. All instants of the plans are in them, so that they stay right until a plan changes. Export them again every hour.",
  ],
  examples: [
    {
      line: "lintel traffic export -p Shop -e Production -o /etc/nginx/lintel && nginx -s reload",
      does: "Let nginx announce, slow down and end what is deprecated.",
    },
  ],
  run: async (invocation) => (await import("../traffic/export-rules.ts")).exportRules(invocation),
};
