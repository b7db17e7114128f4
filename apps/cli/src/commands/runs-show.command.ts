import {
  connectionOptions,
  jsonOption,
  projectOption,
  reportOption,
} from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const runsShowCommand: Command = {
  name: "runs show",
  summary: "Show a run: how far it is, or its cases and verdict",
  usage: "[RUN]",
  operands: [0, 1],
  options: [
    projectOption,
    reportOption,
    {
      name: "verbose",
      summary: "Print request and response of every case, with a curl line; secrets are masked",
    },
    { name: "quiet", short: "q", summary: "Print only what did not pass, and the verdict" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "RUN is the id that `lintel runs list` shows; without it the newest run of the project is shown.",
    "The exit code is 0 whatever the verdict is: the run was shown.",
  ],
  examples: [
    { line: "lintel runs show --project Shop", does: "The newest run of the project." },
    {
      line: "lintel runs show 0198c5a2-6c1e-7000-8000-1f2e3d4c5b6a -p Shop --report junit=report.xml",
      does: "A report of an earlier run.",
    },
    {
      line: "lintel runs show -p Shop --verbose",
      does: "Everything that the newest run sent and received.",
    },
  ],
  run: async (invocation) => (await import("../runs/show-run.ts")).showRun(invocation),
};
