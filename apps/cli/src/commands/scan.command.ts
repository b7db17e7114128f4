import { jsonOption, projectOption, regionOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const scanCommand: Command = {
  name: "scan",
  summary: "Find weaknesses of an API that is running, and prove them",
  usage: "DOCUMENT | --profile P [options]",
  operands: [0, 1],
  options: [
    {
      name: "url",
      value: "URL",
      summary: "The address of the API",
      otherwise: "the first server of the document",
    },
    {
      name: "identity",
      value: "NAME=AUTH",
      isRepeatable: true,
      summary:
        "An account to use: bearer:TOKEN, basic:USER:PASSWORD, login:PATH:JSON, certificate:FILE:KEY_FILE …",
    },
    {
      name: "rank",
      value: "NAME=N",
      isRepeatable: true,
      summary: "How much an identity may do, compared with others",
      otherwise: "1",
    },
    {
      name: "config",
      value: "FILE",
      summary: "Identities, flows, access rules and scope, as YAML or JSON",
    },
    { name: "har", value: "FILE", summary: "Traffic (HAR) whose values requests use as examples" },
    { name: "scanner", value: "ID", isRepeatable: true, summary: "Run only this scanner" },
    { name: "scanners", summary: "List the scanners" },
    { name: "plan", summary: "Show what would be sent, and send nothing" },
    { name: "disposable", summary: "The data of the API can be thrown away: allow writes" },
    {
      name: "allow",
      value: "OPERATION",
      isRepeatable: true,
      summary: "Call this operation whatever its name says: 'POST /orders' or an operation id",
    },
    {
      name: "danger-word",
      value: "WORD",
      isRepeatable: true,
      summary: "Skip operations with this word in path or operation id",
    },
    {
      name: "budget",
      value: "SECONDS",
      range: [10, 3600],
      summary: "The longest time of the scan",
      otherwise: "600",
    },
    {
      name: "rate",
      value: "N",
      range: [1, 1000],
      summary: "Requests per second",
      otherwise: "10",
    },
    {
      name: "listener",
      value: "URL",
      summary: "An address of this machine that the API can reach, such as http://192.0.2.7:8099",
      otherwise: "a free port, if the API is on this machine",
    },
    {
      name: "fail-on",
      value: "SEVERITY",
      choices: ["critical", "high", "medium", "low", "info", "never"],
      summary: "Exit 1 for findings of this severity or a worse one",
      otherwise: "high",
    },
    {
      name: "min-coverage",
      value: "N",
      summary: "Exit 3 if the scan covers less of the operations, 0 to 1",
      otherwise: "0",
    },
    {
      name: "report",
      value: "FORMAT=PATH",
      isRepeatable: true,
      summary: "Write a report: csv, gitlab, html, json, sarif, sarif-github; the path - is stdout",
    },
    {
      name: "ignore-file",
      value: "PATH",
      summary: "Findings to leave out, with reasons",
      otherwise: ".lintel-scan-ignore.yaml, if it exists",
    },
    {
      name: "seed",
      value: "N",
      range: [1, 1_000_000],
      summary: "The same seed sends the same requests",
      otherwise: "a random one",
    },
    {
      name: "profile",
      value: "P",
      summary: "Run this scan profile of the service, by name or id, instead of a local scan",
    },
    projectOption,
    { name: "new-only", summary: "With --profile: only findings that the run saw first" },
    {
      name: "baseline",
      value: "B",
      summary:
        "With --new-only: only findings that this environment lacks, or newer ones than this run",
    },
    regionOption,
    jsonOption,
    {
      name: "verbose",
      summary: "Print proofs with curl lines, remedies, and why checks were skipped",
    },
  ],
  notes: [
    "With --profile, the service scans, --url is its address, and exit code 3 also means that the scan was cut or failed.",
    "DOCUMENT is an OpenAPI document: a file, an address, or - for standard input.",
    "Two identities of the same rank show who can read and change what belongs to the other.",
    "Without --disposable, a write runs only where the scan can delete what it creates. Only scan an API that you may scan.",
    "NAME=bearer:env:TOKEN reads the credential from the variable TOKEN, which keeps it out of the list of processes.",
  ],
  examples: [
    {
      line: "lintel scan openapi.yaml --url http://127.0.0.1:3000 --identity alice=bearer:$A --identity bob=bearer:$B",
      does: "Scan an API with two accounts.",
    },
    {
      line: "lintel scan openapi.yaml --url http://127.0.0.1:3000 --identity alice=bearer:env:A --plan",
      does: "Show what would be sent.",
    },
    {
      line: "lintel scan openapi.yaml --url http://127.0.0.1:3000 --identity alice=bearer:env:A --report sarif=scan.sarif --fail-on medium",
      does: "In a pipeline: write SARIF, and fail on medium findings.",
    },
    {
      line: "lintel scan --profile Nightly --project Shop --fail-on high --new-only --min-coverage 0.8",
      does: "Run a scan of the service, and fail on new high findings.",
    },
    {
      line: "lintel scan --profile Branch --project Shop --new-only --baseline main",
      does: "Fail on high findings that the environment main does not have.",
    },
  ],
  run: async (invocation) =>
    invocation.options.text("profile") === undefined
      ? (await import("../scan/scan-document.ts")).scanDocument(invocation)
      : (await import("../scan/run-profile.ts")).runProfile(invocation),
};
