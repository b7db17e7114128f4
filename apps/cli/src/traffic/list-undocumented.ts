import type { Invocation } from "../command-line/command.types.ts";
import { openProject } from "../items/open-project.ts";
import { fetchPages } from "../items/fetch-pages.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import { renderTable } from "../output/text-table.ts";
import { readSeen } from "./read-seen.ts";

/** Lists the calls that no published version describes. */
export async function listUndocumented(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const project = await openProject(invocation);
  const { connection, terminal, projectId } = project;
  const seen = await readSeen(project, options);
  const found = await fetchPages((paging) =>
    connection.call("list undocumented calls", "listUndocumentedCalls", {
      projectId,
      ...seen,
      ...paging,
    }),
  );
  const rows = found.map(({ method, path, requests, lastCalledAt }) => [
    String(requests),
    cleanText(method),
    cleanText(path),
    lastCalledAt,
  ]);
  if (options.isSet("json")) terminal.emit(JSON.stringify(found, null, 2));
  else if (found.length === 0) terminal.note("Every call was for a documented operation.");
  else terminal.say(renderTable(["CALLS", "METHOD", "PATH", "LAST CALLED"], rows).join("\n"));
  return "passed";
}
