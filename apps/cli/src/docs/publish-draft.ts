import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { findVersion, isEditable } from "./find-version.ts";
import { openDocs } from "./open-docs.ts";
import { nameVersions } from "./push-target.ts";
import { publishVersion } from "./publish-version.ts";
import { readVisibility } from "./set-visibility.ts";

/** Publishes a draft without pushing a folder into it. */
export async function publishDraft(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  const asked = options.text("visibility");
  const visibility = asked === undefined ? undefined : readVisibility(asked);
  const { connection, terminal, projectId, documentation, isJson } = await openDocs(invocation);
  const wanted = options.text("version");
  const drafts = documentation.versions.filter(isEditable);
  const [only, ...others] = drafts;
  if (wanted === undefined && (only === undefined || others.length > 0)) {
    throw usageFailure(
      only === undefined
        ? "There is no draft to publish."
        : `There are ${drafts.length} drafts: ${nameVersions(drafts)}.`,
      only === undefined
        ? "Push a folder with `lintel docs push FOLDER --publish`; `lintel docs versions` lists the versions."
        : "Choose one with --version.",
    );
  }
  const version = wanted === undefined ? only : findVersion(documentation, wanted);
  if (version === undefined) throw new Error("A draft was found.");
  const place = { projectId, docId: documentation.id, versionId: version.id };
  const published = await publishVersion(connection, place, documentation, version, visibility);
  if (isJson) terminal.emit(JSON.stringify(published.version, null, 2));
  terminal.say(published.lines.join("\n"));
  return "passed";
}
