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
import { tellTaken } from "./pull-docs.ts";
import { readVisibility } from "./set-visibility.ts";
import { chooseTarget, openTarget, type PushTarget } from "./push-target.ts";
import { countChanges, renderChanges } from "./render-changes.ts";
import { keepAside, readState, writeState, type SyncState } from "./sync-state.ts";
import { planTaking, takeFiles, type Settling } from "./take-files.ts";

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
  /** Of the version that the push is held against. */
  readonly place: VersionPlace;
  readonly state: SyncState | null;
}

/** Puts a folder of Markdown in place in one step, after a look at what that changes. */
export async function pushDocs(invocation: Invocation): Promise<Exit> {
  const { options, operands, env } = invocation;
  const [folder = "docs"] = operands;
  const settling = readSettling(options);
  const terminal = createTerminal({ env, hasDocument: options.isSet("json") });
  const settings = resolveSettings(options, env);
  // All is read before anything is sent: a file that cannot be kept leaves nothing half done.
  const files = readDocs(folder, terminal);
  const connection = connect({ settings, terminal });
  const { id: projectId } = await findProject(connection, settings);
  const state = readState(folder);
  const visibility = options.text("visibility");
  if (visibility !== undefined) readVisibility(visibility);
  const documentation = await openDocumentation(connection, projectId, options, state);
  if (documentation === null) return tellCreation(invocation, files, folder, terminal);
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
  const { files, skipped, navigation } = readFolder(folder);
  if (![...files.keys()].some(isText)) {
    throw usageFailure(
      `${folder} holds no Markdown.`,
      "Give the folder that holds the .md files; nothing was sent.",
    );
  }
  if (skipped.length > 0)
    terminal.note(
      `${skipped.length} other files stay here: ${cleanText(skipped.slice(0, 5).join(", "))}`,
    );
  if (navigation !== null) terminal.note(`Ordered as the navigation of ${navigation} says.`);
  refuseMarked(findMarked(files));
  return files;
}

/** Null where it is to be made, and a dry run makes nothing. */
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
  return connection.call("make the documentation", "createDocumentation", {
    projectId,
    name,
    ...(visibility === undefined ? {} : { visibility: readVisibility(visibility) }),
  });
}

/** What a push would make where there is no documentation yet. */
function tellCreation(
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
    `This is a dry run: the documentation "${cleanText(name)}" was not made, and nothing was sent.`,
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
 * The usual push needs no look beforehand: nothing is removed, nothing is uploaded, and what the server
 * has is known, or it refuses. Null where that is not so; nothing was changed then.
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
    tell(work, preview, target.version);
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

/** Nothing differs; a draft may still wait to be published. */
async function keepAsItIs(work: PushWork, files: Files, preview: Synced): Promise<Exit> {
  const { options, target, terminal } = work;
  terminal.say(`Version ${target.version.label} is as the folder says already.`);
  remember(work, work.place, files);
  const isPublished = options.isSet("publish") && !target.isCopied;
  const version = isPublished
    ? await publish(work, work.place, target.version)
    : await applyVisibility(work, work.place, target.version);
  tell(work, preview, version);
  return "passed";
}

async function apply(work: PushWork, files: Files, preview: Synced): Promise<Exit> {
  const { connection, terminal, options, target } = work;
  const { projectId, docId } = work.place;
  const label = options.text("label");
  const version = await openTarget(connection, { projectId, docId }, target, label);
  const place = { projectId, docId, versionId: version.id };
  if (target.isCopied) terminal.note(`Made a draft of version ${target.version.label}.`);
  const synced = await send(work, place, files, preview).catch(async (error: unknown) => {
    // A copy that nothing came into is of no use to anyone.
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
    terminal.say(`What was overwritten is kept in ${kept}`);
  }
  remember(work, place, files);
  tellWarnings(work, synced.warnings);
  const isPublished = options.isSet("publish");
  const shown = isPublished
    ? await publish(work, place, version)
    : await applyVisibility(work, place, version);
  tell(work, synced, shown);
  if (isPublished) return "passed";
  terminal.say(`Pushed to version ${version.label} (${version.status}).`);
  terminal.note("Next: the same with --publish shows it to readers; `lintel docs preview` to you.");
  return "passed";
}

/** Says who may read a version that is not published now, where that was asked for. */
async function applyVisibility(
  { connection, options }: PushWork,
  place: VersionPlace,
  version: DocVersion,
): Promise<DocVersion> {
  const visibility = options.text("visibility");
  if (visibility === undefined || visibility === version.visibility) return version;
  const { rowVersion } = await connection.call("read the version", "getDocVersion", place);
  return connection.call("change the visibility", "updateDocVersion", {
    ...place,
    visibility: readVisibility(visibility),
    rowVersion,
  });
}

const mostTold = 50;

/** What is not shown as it was meant, by file and line. */
function tellWarnings({ terminal }: PushWork, warnings: Synced["warnings"]): void {
  for (const { path, message } of warnings.slice(0, mostTold))
    terminal.note(`${cleanText(path)}: ${cleanText(message)}`);
  const hidden = warnings.length - mostTold;
  if (hidden > 0) terminal.note(`… and ${hidden} more: --json names them all.`);
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
  // Only what was shown: a change in between is not overwritten. Nobody else has seen a new copy.
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
  // What a folder knows of another version says nothing of this one, but of a copy of it.
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

async function uploadAssets(
  connection: Connection,
  place: VersionPlace,
  files: Files,
  paths: readonly string[],
): Promise<void> {
  const sent = new Set<string>();
  for (const path of paths) {
    const file = files.get(path);
    if (file === undefined || sent.has(file.digest)) continue;
    sent.add(file.digest);
    await connection.call(`upload ${path}`, "uploadDocAsset", {
      ...place,
      contentBase64: file.bytes.toString("base64"),
      digest: file.digest,
    });
  }
}

/** Brings the server's changes in first; where that leaves no question, pushes what came of it. */
async function mergeFirst(work: PushWork): Promise<Exit> {
  const { terminal, options, folder } = work;
  const planned = await planTaking(work);
  if (options.isSet("dry-run")) {
    terminal.say(`These would be merged: ${planned.taking.conflicts.map(cleanText).join(", ")}`);
    return "passed";
  }
  const taken = await takeFiles(work, planned);
  if (tellTaken(taken, terminal) === "conflict") {
    throw conflictFailure(
      "Both sides changed the same lines; nothing was pushed:",
      taken.marked,
      "Edit these files, take the <<<<<<< marks out, and push again.",
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

/** @throws Failure without a terminal to ask on. */
async function agree({ removed }: Synced, options: OptionValues): Promise<boolean> {
  if (removed.length === 0 || options.isSet("yes")) return true;
  if (canAsk()) return confirm(`Remove ${removed.length} files on the server?`);
  throw usageFailure(
    `Nothing was changed: ${removed.length} files would be removed, and there is no terminal to ask on.`,
    "Add --yes to remove them, or --dry-run to look only.",
  );
}

function lockedFailure(locked: Synced["conflicts"]): Failure {
  const files = locked.map(({ path, lockedBy }) => `${path} (${lockedBy ?? "someone"})`);
  const fix = "Ask them to finish, or push again later; nothing was changed.";
  return conflictFailure("Someone edits these pages now:", files, fix);
}

function changedFailure(changed: Synced["conflicts"]): Failure {
  const files = changed.map(({ path, reason }) => `${path} (${reason} on the server)`);
  const fix =
    "Your files are as they were. --merge brings both together (or `lintel docs pull --merge`, to look first); --force puts yours in place and keeps the others in .lintel.";
  return conflictFailure(
    "Changed on the server since your last sync; nothing was pushed:",
    files,
    fix,
  );
}

function changedAfter(): Failure {
  const fix = "Your files are as they were; nothing was changed. Push again to see what is new.";
  return conflictFailure("The documentation changed while it was pushed.", [], fix);
}

function tell(
  { options, terminal, folder }: PushWork,
  synced: Synced,
  { id, label, status, visibility, readers, portalUrl }: DocVersion,
): void {
  if (!options.isSet("json")) return;
  const told = { id, label, status, visibility, readers, portalUrl };
  terminal.emit(JSON.stringify({ folder, version: told, ...synced }, null, 2));
}
