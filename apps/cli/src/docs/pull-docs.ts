import type { Invocation } from "../command-line/command.types.ts";
import { findProject } from "../items/find-project.ts";
import { connect } from "../network/connect.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import { createTerminal, type Terminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { conflictFailure, readSettling } from "./docs-choices.ts";
import { findDocumentation, findVersion, pickVersion } from "./find-version.ts";
import { renderChanges } from "./render-changes.ts";
import { readState } from "./sync-state.ts";
import { planTaking, takeFiles, type Taken, type Taking } from "./take-files.ts";

/** Writes a version of a documentation into a folder, byte for byte as it was pushed. */
export async function pullDocs({ options, operands, env }: Invocation): Promise<Exit> {
  const [folder = "docs"] = operands;
  const settling = readSettling(options);
  const isJson = options.isSet("json");
  const isDryRun = options.isSet("dry-run");
  const terminal = createTerminal({ env, hasDocument: isJson });
  const settings = resolveSettings(options, env);
  const connection = connect({ settings, terminal });
  const { id: projectId } = await findProject(connection, settings);
  const state = readState(folder);
  const documentation = await findDocumentation(connection, projectId, options.text("doc"), state);
  const wanted = options.text("version");
  const { versions } = documentation;
  const version =
    wanted === undefined
      ? (versions.find(({ id }) => id === state?.versionId) ?? pickVersion(versions))
      : findVersion(documentation, wanted);
  if (version === undefined) throw new Error("A documentation has a version.");
  const place = { projectId, docId: documentation.id, versionId: version.id };
  const work = { connection, place, folder, state, settling };
  const planned = await planTaking(work);
  const { taking } = planned;
  const reportTaking = (taken: Taking & Partial<Taken>) => {
    terminal.say(renderChanges({ ...taken, moved: [] }, terminal.paint).join("\n"));
    const { id, label, status } = version;
    const head = { folder, isDryRun, version: { id, label, status } };
    if (isJson) terminal.emit(JSON.stringify({ ...head, ...taken }, null, 2));
  };
  if (taking.skipped.length > 0)
    terminal.note(
      `Skipped, because a pull writes no hidden names: ${taking.skipped
        .slice(0, 5)
        .map((file) => cleanText(file))
        .join(", ")}. Rename them on the server.`,
    );
  if (taking.conflicts.length > 0 && settling === "refuse") {
    throw conflictFailure(
      "Changed here and on the server; nothing was written:",
      taking.conflicts,
      "Add --merge to merge them, or --force to take the server's files (yours are kept in .lintel).",
    );
  }
  if (isDryRun) {
    reportTaking(taking);
    terminal.say("This is a dry run: nothing was written.");
    return "passed";
  }
  const taken = await takeFiles(work, planned);
  reportTaking(taken);
  return reportTaken(taken, terminal);
}

/** Reports what was merged and kept, and fails if conflict marks are left. */
export function reportTaken({ kept, merged, marked, replacedIn }: Taken, terminal: Terminal): Exit {
  if (kept.length > 0) terminal.say(`${kept.length} changed only here and not overwritten.`);
  if (merged.length > 0) terminal.say(`Merged: ${merged.join(", ")}`);
  if (replacedIn !== null) terminal.say(`The replaced files are kept in ${replacedIn}`);
  if (marked.length === 0) return "passed";
  terminal.note(
    `Both sides changed the same lines in ${marked.join(", ")}.\nNext: edit them, remove the <<<<<<< marks, then \`lintel docs push\`.`,
  );
  return "conflict";
}
