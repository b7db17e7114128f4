import type { Command } from "../command-line/command.types.ts";
import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import { seenOptions } from "../traffic/seen-options.ts";

export const usageDriftCommand: Command = {
  name: "usage drift",
  summary: "List where answers differ from their document, as gateways saw in samples",
  usage: "[options]",
  operands: [0, 0],
  options: [projectOption, ...seenOptions, jsonOption, ...connectionOptions],
  notes: [
    "PLACE is a JSON Pointer into the body, in which * is any item, or any member that the schema does not name.",
  ],
  examples: [
    {
      line: "lintel usage drift -p Shop -e Production",
      does: "What clients get that the document does not say.",
    },
  ],
  run: async (invocation) => (await import("../traffic/list-drift.ts")).listDrift(invocation),
};
