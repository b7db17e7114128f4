import {
  connectionOptions,
  jsonOption,
  projectOption,
  reportOption,
} from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const runsShowCommand: Command = {
  name: "runs show",
  summary: "Show the progress of a run, or its cases and verdict",
  usage: "[RUN]",
  operands: [0, 1],
  options: [
    projectOption,
    reportOption,
    {
      name: "verbose",
      summary: "Print every request (also as curl) and response; secrets are masked",
    },
    { name: "quiet", short: "q", summary: "Print only cases that did not pass, and the verdict" },
    jsonOption,
    ...connectionOptions,
  ],
  notes: [
    "RUN is an id from `lintel runs list`. Default: the newest run of the project.",
    "The exit code does not depend on the verdict: it is 0 if the run was shown.",
  ],
  examples: [
    { line: "lintel runs show --project Shop", does: "Show the newest run of the project." },
    {
      line: "lintel runs show 0198c5a2-6c1e-7000-8000-1f2e3d4c5b6a -p Shop --report junit=report.xml",
      does: "Write a report of an earlier run.",
    },
    {
      line: "lintel runs show -p Shop --verbose",
      does: "Show everything that the newest run sent and received.",
    },
  ],
  run: async (invocation) => (await import("../runs/show-run.ts")).showRun(invocation),
};
