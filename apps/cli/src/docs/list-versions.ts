import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import { renderTable } from "../output/text-table.ts";
import { openDocs } from "./open-docs.ts";

const headings = ["VERSION", "NO", "STATUS", "VISIBILITY", "PUBLISHED", "ADDRESS", "VERSION ID"];

/**
 * Lists the versions of one documentation, the newest first, with their addresses in the portal.
 */
export async function listVersions(invocation: Invocation): Promise<Exit> {
  const { terminal, documentation, isJson } = await openDocs(invocation);
  const { versions, keptCopies, name } = documentation;
  if (isJson) {
    terminal.emit(JSON.stringify(versions, null, 2));
    return "passed";
  }
  const rows = versions.map((version) => [
    version.label,
    String(version.versionNumber),
    version.status,
    version.visibility,
    version.publishedAt?.slice(0, 10) ?? "",
    version.portalUrl ?? "",
    version.id,
  ]);
  terminal.say(renderTable(headings, rows).join("\n"));
  terminal.note(
    `${cleanText(name)} keeps ${keptCopies} replaced versions of a label; older ones are deleted when a version is published.`,
  );
  return "passed";
}
