import {
  connectionOptions,
  jsonOption,
  projectOption,
  reportOption,
} from "../command-line/shared-options.ts";
import { variableOptions } from "../command-line/value-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const runCommand: Command = {
  name: "run",
  summary: "Run a suite; the exit code says whether it passed",
  usage: "SUITE [options]",
  operands: [1, 1],
  options: [
    projectOption,
    {
      name: "env",
      short: "e",
      value: "E",
      summary: "The environment's name or id",
      otherwise: "LINTEL_ENVIRONMENT, the profile's environment, none",
    },
    {
      name: "threads",
      value: "N",
      range: [1, 50],
      summary: "How many iterations run in parallel",
      otherwise: "1",
    },
    {
      name: "iterations",
      value: "N",
      range: [1, 10_000],
      summary: "How many times to run the suite",
      otherwise: "1",
    },
    {
      name: "delay",
      value: "MS",
      range: [0, 60_000],
      summary: "Milliseconds between two requests",
      otherwise: "0",
    },
    {
      name: "on-error",
      value: "WHAT",
      choices: ["ignore", "stop", "abort"],
      summary: "After a failed case: ignore continues, stop skips the rest, abort ends the run",
      otherwise: "ignore",
    },
    {
      name: "case",
      value: "CASE",
      isRepeatable: true,
      summary: "Run only this case, by name or id",
    },
    {
      name: "tag",
      value: "TAG",
      isRepeatable: true,
      summary: "Run only cases with one of these tags",
    },
    ...variableOptions,
    reportOption,
    { name: "fail-on-blocked", summary: "Exit 1 if a read-only environment blocked a case" },
    {
      name: "timeout",
      value: "SECONDS",
      range: [1, 86_400],
      summary: "Cancel the run and exit 3 if it takes longer",
      otherwise: "no limit",
    },
    jsonOption,
    {
      name: "verbose",
      summary: "Print request and response of every case, with a curl line; secrets are masked",
    },
    { name: "quiet", short: "q", summary: "Print only cases that did not pass, and the verdict" },
    ...connectionOptions,
  ],
  notes: [
    "SUITE is a suite's name, its folder and name joined by /, or its id.",
    "Ctrl-C cancels the run; a second Ctrl-C exits at once.",
    "In GitHub Actions failed cases become annotations, and the job gets a summary.",
  ],
  examples: [
    {
      line: "lintel run Smoke --project Bookshop --env Staging",
      does: "Run a suite and print its cases.",
    },
    {
      line: "lintel run Smoke -p Bookshop -e Staging --report junit=report.xml --report html=report.html",
      does: "Write two reports for the CI system.",
    },
    {
      line: "lintel run Orders/Checkout -p Bookshop -e Staging --tag critical --var user=anna --var limit:=5",
      does: "Run some cases of a suite in a folder, with variables.",
    },
    {
      line: "lintel run Smoke -p Bookshop -e Staging --case 'Show a book' --verbose",
      does: "Show what one case sends and receives.",
    },
    {
      line: "lintel run Load -p Bookshop -e Staging --iterations 100 --threads 10 --json > run.json",
      does: "Repeat a suite and keep the result for a program.",
    },
  ],
  run: async (invocation) => (await import("../run/run-tests.ts")).runTests(invocation),
};
