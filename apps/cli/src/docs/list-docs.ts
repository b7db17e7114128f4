import type { Invocation } from "../command-line/command.types.ts";
import { findProject } from "../items/find-project.ts";
import { connect } from "../network/connect.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import { createTerminal } from "../output/terminal.ts";
import { renderTable } from "../output/text-table.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";

const headings = ["NAME", "SLUG", "VERSION", "STATUS", "READERS", "PUBLISHED", "VERSION ID"];

/** Lists the documentations of a project, one line per version. */
export async function listDocs({ options, env }: Invocation): Promise<Exit> {
  const isJson = options.isSet("json");
  const terminal = createTerminal({ env, hasDocument: isJson });
  const settings = resolveSettings(options, env);
  const connection = connect({ settings, terminal });
  const { id: projectId } = await findProject(connection, settings);
  const { documentations } = await connection.call(
    "list the documentations",
    "listDocumentations",
    { projectId },
  );
  if (isJson) terminal.emit(JSON.stringify(documentations, null, 2));
  else if (documentations.length === 0) {
    terminal.note(
      "There are no documentations yet. `lintel docs push FOLDER --create NAME` creates one.",
    );
  } else {
    const rows = documentations.flatMap(({ name, slug, versions }) =>
      versions.map(({ label, status, visibility, publishedAt, id }) => [
        cleanText(name),
        slug,
        label,
        status,
        visibility,
        publishedAt?.slice(0, 10) ?? "",
        id,
      ]),
    );
    terminal.say(renderTable(headings, rows).join("\n"));
  }
  return "passed";
}
