import type { Command } from "../command-line/command.types.ts";
import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { seenOptions } from "../traffic/seen-options.ts";

export const usageUndocumentedCommand: Command = {
  name: "usage undocumented",
  summary: "List the calls at gateways that no published version describes",
  usage: "[options]",
  operands: [0, 0],
  options: [projectOption, ...seenOptions, jsonOption, ...connectionOptions],
  notes: ["In a path {} is a segment that has a digit."],
  examples: [
    {
      line: "lintel usage undocumented -p Shop --within 30",
      does: "What was called within 30 days, the most frequent first.",
    },
  ],
  run: async (invocation) =>
    (await import("../traffic/list-undocumented.ts")).listUndocumented(invocation),
};
