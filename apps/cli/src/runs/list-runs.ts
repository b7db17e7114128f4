import type { RunItem } from "@lintel/contract/operations/run";
import type { Invocation } from "../command-line/command.types.ts";
import { findSuite } from "../items/find-suite.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import { formatDuration } from "../output/format-duration.ts";
import { renderTable } from "../output/text-table.ts";

export async function listRuns(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const { connection, terminal, projectId } = await openProject(invocation);
  const name = options.text("suite");
  const suite = name === undefined ? null : await findSuite(connection, projectId, name);
  const { items } = await connection.call("list the runs", "listRuns", {
    projectId,
    take: options.number("take") ?? 20,
    ...(suite === null ? {} : { suiteId: suite.id }),
  });
  if (options.isSet("json")) terminal.emit(JSON.stringify(items, null, 2));
  else if (items.length === 0) terminal.note("There are no runs yet. Next: `lintel run SUITE`");
  else terminal.say(renderTable(columns, items.map(toRow)).join("\n"));
  return "passed";
}

const columns = ["STARTED", "SUITE", "ENVIRONMENT", "VERDICT", "CASES", "TOOK", "ID"];

function toRow(run: RunItem): string[] {
  return [
    (run.startedAt ?? run.createdAt).replace("T", " ").slice(0, 19),
    cleanText(run.suiteName),
    cleanText(run.environmentName ?? ""),
    describeEnd(run),
    `${run.passedCases}/${run.totalCases}`,
    formatDuration(run.currentDurationMs),
    run.id,
  ];
}

function describeEnd({ status, outcome, isInterrupted }: RunItem): string {
  if (isInterrupted) return "interrupted";
  return outcome ?? status;
}
