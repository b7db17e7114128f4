import type { OperationDrift } from "@lintel/contract/operations/drift";
import { driftKinds } from "@lintel/contract/words/drift";
import type { Invocation } from "../command-line/command.types.ts";
import { openProject } from "../items/open-project.ts";
import { fetchPages } from "../items/fetch-pages.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import { renderTable } from "../output/text-table.ts";
import { readSeen } from "./read-seen.ts";

/** Lists where sampled answers differ from their document. */
export async function listDrift(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const project = await openProject(invocation);
  const { connection, terminal, projectId } = project;
  const seen = await readSeen(project, options);
  const found = await fetchPages((paging) =>
    connection.call("list drift", "listDrift", { projectId, ...seen, ...paging }),
  );
  if (options.isSet("json")) terminal.emit(JSON.stringify(found, null, 2));
  else if (found.length === 0) terminal.note("No sampled answer differs from its document.");
  else terminal.say(renderTable(columns, found.flatMap(toRows)).join("\n"));
  return "passed";
}

const columns = ["OPERATION", "STATUS", "PLACE", "WHAT", "ANSWERS", "LAST SEEN"];

const toRows = ({ operation, mismatches, checked }: OperationDrift): string[][] =>
  mismatches.map(({ status, kind, pointer, answers, lastSeenAt }) => [
    cleanText(operation),
    String(status),
    pointer === "" ? "–" : cleanText(pointer),
    driftKinds[kind],
    `${answers} of ${checked}`,
    lastSeenAt,
  ]);
