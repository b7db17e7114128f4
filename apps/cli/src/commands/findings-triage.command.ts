import { findingStatuses } from "@lintel/contract/words/security";
import { connectionOptions, jsonOption, projectOption } from "../command-line/shared-options.ts";
import type { Command } from "../command-line/command.types.ts";

export const findingsTriageCommand: Command = {
  name: "findings triage",
  summary: "Decide about findings: their status, notes, and who works on them",
  usage: "FINDING… [options]",
  operands: [1, 1000],
  options: [
    projectOption,
    { name: "status", value: "STATUS", choices: findingStatuses, summary: "The new status" },
    { name: "notes", value: "TEXT", summary: "Why; an empty text removes the notes" },
    {
      name: "assign",
      value: "USER",
      summary: "Who works on it: the id of a member, `me` or `nobody`",
    },
    jsonOption,
    ...connectionOptions,
  ],
  notes: ["FINDING is an id from `lintel findings list`."],
  examples: [
    {
      line: "lintel findings triage 0198c5a2-6c1e-7000-8000-1f2e3d4c5b6a -p Shop --status acceptedRisk --notes 'internal API'",
      does: "Accept a risk, and say why.",
    },
    {
      line: "lintel findings triage 0198c5a2-6c1e-7000-8000-1f2e3d4c5b6a -p Shop --status inProgress --assign me",
      does: "Begin to work on it.",
    },
  ],
  run: async (invocation) =>
    (await import("../findings/triage-findings.ts")).triageFindings(invocation),
};
