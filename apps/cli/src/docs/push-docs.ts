import type { Documentation } from "@lintel/contract/shapes/docs";
import type { Invocation } from "../command-line/command.types.ts";
import type { OptionValues } from "../command-line/option.types.ts";
import { findProject } from "../items/find-project.ts";
import { connect, type Connection } from "../network/connect.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import { createTerminal, type Terminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { readSettling } from "./docs-choices.ts";
import { findDocumentation } from "./find-version.ts";
import { finish, keepAsItIs } from "./finish-push.ts";
import { pushAtOnce, pushFiles } from "./push-files.ts";
import { chooseTarget } from "./push-target.ts";
import type { Files } from "./push-work.ts";
import { readDocs } from "./read-docs.ts";
import { countChanges, renderChanges } from "./render-changes.ts";
import { readVisibility } from "./set-visibility.ts";
import { readState, type SyncState } from "./sync-state.ts";

/** Replaces a version with a folder of Markdown in one step, after previewing the changes if necessary. */
export async function pushDocs(invocation: Invocation): Promise<Exit> {
  const { options, operands, env } = invocation;
  const [folder = "docs"] = operands;
  const settling = readSettling(options);
  const terminal = createTerminal({ env, hasDocument: options.isSet("json") });
  const settings = resolveSettings(options, env);
  // All files are read before anything is sent, so that a file that cannot be stored changes nothing.
  const files = readDocs(folder, terminal);
  const connection = connect({ settings, terminal });
  const { id: projectId } = await findProject(connection, settings);
  const state = readState(folder);
  const visibility = options.text("visibility");
  if (visibility !== undefined) readVisibility(visibility);
  const documentation = await openDocumentation(connection, projectId, options, state);
  if (documentation === null) return reportCreation(invocation, files, folder, terminal);
  const wanted = options.text("version");
  const target = chooseTarget(documentation, wanted, options.isSet("publish"), state);
  const place = { projectId, docId: documentation.id, versionId: target.version.id };
  const work = {
    connection,
    terminal,
    options,
    folder,
    settling,
    documentation,
    target,
    place,
    state,
  };
  const synced = await pushAtOnce(work, files);
  if (synced === null) return pushFiles(work, files);
  terminal.say(renderChanges(synced, terminal.paint).join("\n"));
  if (countChanges(synced) === 0) return keepAsItIs(work, files, synced);
  return finish(work, files, work.place, target.version, synced);
}

/** Null if it would be created, but this is a dry run. */
async function openDocumentation(
  connection: Connection,
  projectId: string,
  options: OptionValues,
  state: SyncState | null,
): Promise<Documentation | null> {
  const name = options.text("create");
  if (name === undefined)
    return findDocumentation(connection, projectId, options.text("doc"), state);
  const { documentations } = await connection.call("find the documentation", "listDocumentations", {
    projectId,
  });
  const present = documentations.find((one) => one.name === name);
  if (present !== undefined) return present;
  if (options.isSet("dry-run")) return null;
  const visibility = options.text("visibility");
  return connection.call("create the documentation", "createDocumentation", {
    projectId,
    name,
    ...(visibility === undefined ? {} : { visibility: readVisibility(visibility) }),
  });
}

/** What a push would create if there is no documentation yet. */
function reportCreation(
  { options }: Invocation,
  files: Files,
  folder: string,
  terminal: Terminal,
): Exit {
  const added = [...files.keys()];
  const changes = { added, changed: [], moved: [], removed: [], unchangedCount: 0 };
  terminal.say(renderChanges(changes, terminal.paint).join("\n"));
  const name = options.text("create") ?? "";
  if (options.isSet("json"))
    terminal.emit(JSON.stringify({ folder, version: null, isPreview: true, ...changes }, null, 2));
  terminal.say(
    `This is a dry run: the documentation "${cleanText(name)}" was not created, and nothing was sent.`,
  );
  return "passed";
}
