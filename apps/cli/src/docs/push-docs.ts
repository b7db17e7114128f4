import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { syncDocVersion } from "@lintel/contract/operations/doc-files";
import type { Documentation, DocVersion } from "@lintel/contract/shapes/docs";
import type { Invocation } from "../command-line/command.types.ts";
import type { OptionValues } from "../command-line/option.types.ts";
import { findProject } from "../items/find-project.ts";
import { connect, type Connection } from "../network/connect.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { canAsk, confirm } from "../output/confirm.ts";
import { createTerminal, type Terminal } from "../output/terminal.ts";
import { resolveSettings } from "../settings/resolve-settings.ts";
import { conflictFailure, readSettling, refuseMarked } from "./docs-choices.ts";
import type { VersionPlace } from "./fetch-files.ts";
import { findDocumentation } from "./find-version.ts";
import { findMarked, isText, readFolder, type LocalFile } from "./local-files.ts";
import { publishVersion } from "./publish-version.ts";
import { reportTaken } from "./pull-docs.ts";
import { changedAfter, changedFailure, lockedFailure } from "./push-refusals.ts";
import { applyVisibility } from "./push-visibility.ts";
import { followWarnings, keepWarnings, reportWarnings } from "./push-warnings.ts";
import { readVisibility } from "./set-visibility.ts";
import { chooseTarget, openTarget, type PushTarget } from "./push-target.ts";
import { countChanges, renderChanges } from "./render-changes.ts";
import { keepAside, readState, writeState, type SyncState } from "./sync-state.ts";
import { planTaking, takeFiles, type Settling } from "./take-files.ts";
import { uploadAssets } from "./upload-assets.ts";

type Synced = OutputOf<typeof syncDocVersion>;
type SyncInput = InputOf<typeof syncDocVersion> & VersionPlace;
type Files = ReadonlyMap<string, LocalFile>;

interface PushWork {
  readonly connection: Connection;
  readonly terminal: Terminal;
  readonly options: OptionValues;
  readonly folder: string;
  readonly settling: Settling;
  readonly documentation: Documentation;
  readonly target: PushTarget;
  /** The base version of the push. */
  readonly place: VersionPlace;
  readonly state: SyncState | null;
}

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

function readDocs(folder: string, terminal: Terminal): Files {
  const { files, skipped, navigation, unreadNavigation } = readFolder(folder);
  if (![...files.keys()].some(isText)) {
    throw usageFailure(
      `${folder} contains no Markdown.`,
      "Give the folder that contains the .md files. Nothing was sent.",
    );
  }
  if (skipped.length > 0)
    terminal.note(
      `${skipped.length} other files are not uploaded: ${cleanText(skipped.slice(0, 5).join(", "))}`,
    );
  if (navigation !== null) terminal.note(`Ordered like the navigation of ${navigation} says.`);
  for (const settings of unreadNavigation)
    terminal.note(
      `The navigation of ${settings} cannot be read without running it, so pages are ordered by name. To order them, list their files under \`items:\` in the _folder.yml of each folder.`,
    );
  refuseMarked(findMarked(files));
  return files;
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

/** The refusals after which a push previews its changes, to report the cause. */
const hindrances: ReadonlySet<string> = new Set([
  "DOCS_CONFLICT",
  "PAGE_LOCKED",
  "VALIDATION_FAILED",
]);

/**
 * Most pushes need no preview: nothing is removed or uploaded, and the server's state is known, or the server refuses
 * the push. Returns null otherwise, without changing anything.
 */
async function pushAtOnce(work: PushWork, files: Files): Promise<Synced | null> {
  const { options, state, target, settling } = work;
  const isAsked = options.isSet("dry-run") || options.text("label") !== undefined;
  const isKnown = state?.versionId === target.version.id && !target.isCopied;
  if (!isKnown || isAsked || settling === "force") return null;
  const known = new Set(Object.values(state.files));
  const isNew = ([, { digest }]: readonly [string, LocalFile]) => !known.has(digest);
  const needed = [...files].filter(isNew).map(([path]) => path);
  const isPlain = needed.every(isText) && Object.keys(state.files).every((path) => files.has(path));
  if (!isPlain) return null;
  try {
    return await sync(work, work.place, files, { needed: new Set(needed) });
  } catch (error) {
    if (error instanceof Failure && hindrances.has(error.code)) return null;
    throw error;
  }
}

async function pushFiles(work: PushWork, files: Files): Promise<Exit> {
  const { terminal, options, settling, target } = work;
  const preview = await sync(work, work.place, files, { isPreview: true });
  const locked = preview.conflicts.filter(({ reason }) => reason === "locked");
  const changed = preview.conflicts.filter(({ reason }) => reason !== "locked");
  if (changed.length > 0 && settling === "merge") return mergeFirst(work);
  terminal.say(renderChanges(preview, terminal.paint).join("\n"));
  if (locked.length > 0) throw lockedFailure(locked);
  if (changed.length > 0 && settling === "refuse") throw changedFailure(changed);
  if (options.isSet("dry-run")) {
    reportPush(work, files, preview, target.version);
    terminal.say("This is a dry run: nothing was changed.");
    return "passed";
  }
  if (countChanges(preview) === 0) return keepAsItIs(work, files, preview);
  if (!(await agree(preview, options))) {
    terminal.note("Nothing was changed.");
    return "incomplete";
  }
  return apply(work, files, preview);
}

/** Nothing differs, but a draft may still have to be published. */
async function keepAsItIs(work: PushWork, files: Files, preview: Synced): Promise<Exit> {
  const { options, target, terminal } = work;
  terminal.say(`Version ${target.version.label} has the content of the folder already.`);
  remember(work, work.place, files);
  settleWarnings(work, files, preview);
  const isPublished = options.isSet("publish") && !target.isCopied;
  const version = isPublished
    ? await publish(work, work.place, target.version)
    : await settleVisibility(work, work.place, target.version);
  reportPush(work, files, preview, version);
  return "passed";
}

async function apply(work: PushWork, files: Files, preview: Synced): Promise<Exit> {
  const { connection, terminal, options, target } = work;
  const { projectId, docId } = work.place;
  const label = options.text("label");
  const version = await openTarget(connection, { projectId, docId }, target, label);
  const place = { projectId, docId, versionId: version.id };
  if (target.isCopied) terminal.note(`Created a draft of version ${target.version.label}.`);
  const synced = await send(work, place, files, preview).catch(async (error: unknown) => {
    // A copy that received no changes is useless.
    if (target.isCopied) await dropCopy(connection, place);
    throw error;
  });
  return finish(work, files, place, version, synced);
}

async function finish(
  work: PushWork,
  files: Files,
  place: VersionPlace,
  version: DocVersion,
  synced: Synced,
): Promise<Exit> {
  const { terminal, options, folder } = work;
  if (synced.overwritten.length > 0) {
    const kept = keepAside(
      folder,
      synced.overwritten.map(({ path, text }) => [path, text] as const),
    );
    terminal.say(`The overwritten files are kept in ${kept}`);
  }
  remember(work, place, files);
  settleWarnings(work, files, synced);
  const isPublished = options.isSet("publish");
  const shown = isPublished
    ? await publish(work, place, version)
    : await settleVisibility(work, place, version);
  reportPush(work, files, synced, shown);
  if (isPublished) return "passed";
  terminal.say(`Pushed to version ${version.label} (${version.status}).`);
  terminal.note("Next: publish it with --publish, or view it with `lintel docs preview`.");
  return "passed";
}

const settleVisibility = (
  { connection, terminal, documentation, options }: PushWork,
  place: VersionPlace,
  version: DocVersion,
): Promise<DocVersion> =>
  applyVisibility(connection, terminal, documentation, place, version, options.text("visibility"));

/** Stores the warnings of the files, and shows them. */
function settleWarnings(
  { folder, place, terminal, options }: PushWork,
  files: Files,
  synced: Synced,
) {
  const all = followWarnings(folder, place.docId, new Set(files.keys()), synced);
  keepWarnings(folder, place.docId, all);
  reportWarnings(terminal, synced.warnings, all, options.isSet("all-warnings"));
}

async function send(
  work: PushWork,
  place: VersionPlace,
  files: Files,
  preview: Synced,
): Promise<Synced> {
  const { connection, options, target, settling } = work;
  const assets = preview.needed.filter((file) => !isText(file));
  await uploadAssets(connection, place, files, assets);
  // Applies only what was shown: a change in between is not overwritten. Nobody else has seen a new copy.
  const isOther = target.isCopied || options.text("label") !== undefined;
  return sync(work, place, files, {
    onConflict: settling === "force" ? "overwrite" : "refuse",
    needed: new Set(preview.needed),
    ...(isOther ? {} : { ifMatch: preview.treeVersion }),
  });
}

async function dropCopy(connection: Connection, place: VersionPlace): Promise<void> {
  try {
    await connection.call("remove the draft", "deleteDocVersion", place);
  } catch (error) {
    // The key may lack the permission to delete; report the earlier error.
    if (!(error instanceof Failure)) throw error;
  }
}

async function sync(
  { connection, state, target }: PushWork,
  place: VersionPlace,
  files: Files,
  { needed, ...fields }: Partial<SyncInput> & { readonly needed?: ReadonlySet<string> },
): Promise<Synced> {
  // The stored state of another version is only valid for a copy of that version.
  const isKnown = state?.docId === place.docId && state.versionId === target.version.id;
  const base = isKnown ? toList(Object.entries(state.files)) : null;
  try {
    return await connection.call("push the documentation", "syncDocVersion", {
      ...place,
      ...fields,
      ...(base === null ? {} : { base }),
      files: Array.from(files, ([path, { digest, bytes }]) =>
        needed?.has(path) === true && isText(path)
          ? { path, digest, text: bytes.toString("utf8") }
          : { path, digest },
      ),
    });
  } catch (error) {
    throw error instanceof Failure && error.code === "PRECONDITION_FAILED" ? changedAfter() : error;
  }
}

const toList = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([path, digest]) => ({ path, digest }));

/** First merges the server's changes; if there are no conflicts, pushes the result. */
async function mergeFirst(work: PushWork): Promise<Exit> {
  const { terminal, options, folder } = work;
  const planned = await planTaking(work);
  if (options.isSet("dry-run")) {
    terminal.say(`These would be merged: ${planned.taking.conflicts.map(cleanText).join(", ")}`);
    return "passed";
  }
  const taken = await takeFiles(work, planned);
  if (reportTaken(taken, terminal) === "conflict") {
    throw conflictFailure(
      "Both sides changed the same lines; nothing was pushed:",
      taken.marked,
      "Edit these files, remove the <<<<<<< marks, and push again.",
    );
  }
  const state = readState(folder);
  return pushFiles({ ...work, state, settling: "refuse" }, readDocs(folder, terminal));
}

function remember({ folder }: PushWork, { docId, versionId }: VersionPlace, files: Files): void {
  const digests = Array.from(files, ([path, { digest }]) => [path, digest] as const);
  const texts = [...files].filter(([path]) => isText(path));
  writeState(
    folder,
    { docId, versionId, files: Object.fromEntries(digests) },
    texts.map(([, { digest, bytes }]) => [digest, bytes] as const),
  );
}

async function publish(
  { connection, documentation, terminal, options }: PushWork,
  place: VersionPlace,
  version: DocVersion,
): Promise<DocVersion> {
  if (version.status === "review" && documentation.requireApproval) {
    terminal.say(
      `Version ${version.label} is in review already: \`lintel docs publish --version ${version.id}\` approves it.`,
    );
    return version;
  }
  const asked = options.text("visibility");
  const visibility = asked === undefined ? undefined : readVisibility(asked);
  const published = await publishVersion(connection, place, documentation, version, visibility);
  terminal.say(published.lines.join("\n"));
  return published.version;
}

/** @throws Failure without a terminal for the confirmation. */
async function agree({ removed }: Synced, options: OptionValues): Promise<boolean> {
  if (removed.length === 0 || options.isSet("yes")) return true;
  if (canAsk()) return confirm(`Remove ${removed.length} files on the server?`);
  throw usageFailure(
    `Nothing was changed: ${removed.length} files would be removed, and there is no terminal to confirm it.`,
    "Add --yes to remove them, or --dry-run to only show the changes.",
  );
}

function reportPush(
  { options, terminal, folder, place }: PushWork,
  files: Files,
  synced: Synced,
  { id, label, status, visibility, readers, portalUrl }: DocVersion,
): void {
  if (!options.isSet("json")) return;
  const reported = { id, label, status, visibility, readers, portalUrl };
  const warnings = followWarnings(folder, place.docId, new Set(files.keys()), synced);
  terminal.emit(JSON.stringify({ folder, version: reported, ...synced, warnings }, null, 2));
}
