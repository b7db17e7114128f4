import { connectionOptions, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const runsCancelCommand: Command = {
  name: "runs cancel",
  summary: "Cancel a run; its tear-down still runs",
  usage: "RUN",
  operands: [1, 1],
  options: [projectOption, ...connectionOptions],
  examples: [
    {
      line: "lintel runs cancel 0198c5a2-6c1e-7000-8000-1f2e3d4c5b6a --project Shop",
      does: "RUN is the id that `lintel runs list` shows.",
    },
  ],
  run: async (invocation) => (await import("../runs/cancel-run.ts")).cancelRun(invocation),
};
