import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const scansListCommand: Command = {
  name: "scans list",
  summary: "List the last scans of a project on the service, the newest first",
  usage: "[options]",
  operands: [0, 0],
  options: [
    projectOption,
    { name: "take", value: "N", range: [1, 100], summary: "How many to list", otherwise: "20" },
    jsonOption,
    ...connectionOptions,
  ],
  examples: [{ line: "lintel scans list --project Shop", does: "List the last 20 scans." }],
  run: async (invocation) => (await import("../scan/list-scans.ts")).listScans(invocation),
};
