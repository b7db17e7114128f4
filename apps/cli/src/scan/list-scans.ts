import type { ScanRun } from "@lintel/contract/shapes/scan-run";
import type { Invocation } from "../command-line/command.types.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { renderTable } from "../output/text-table.ts";

export async function listScans(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const { connection, terminal, projectId } = await openProject(invocation);
  const { items } = await connection.call("list the scans", "listScanRuns", {
    projectId,
    take: options.number("take") ?? 20,
  });
  if (options.isSet("json")) terminal.emit(JSON.stringify(items, null, 2));
  else if (items.length === 0)
    terminal.note("There are no scans yet. Next: `lintel scan --profile NAME`");
  else terminal.say(renderTable(columns, items.map(toRow)).join("\n"));
  return "passed";
}

const columns = ["QUEUED", "STATUS", "TRIGGER", "OPEN", "COVERAGE", "SCORE", "ID"];

const toRow = (run: ScanRun): string[] => [
  run.queuedAt.slice(0, 16).replace("T", " "),
  run.status,
  run.trigger,
  String(run.openFindingsCount),
  `${Math.round(run.coverage * 100)} %`,
  run.securityScore === null ? "–" : String(run.securityScore),
  run.id,
];
