import type { Exit } from "../outcome/exit-codes.ts";
import type { OptionValues } from "../command-line/option.types.ts";
import type { Connection } from "../network/connect.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { canAsk, confirm } from "../output/confirm.ts";
import { conflictFailure } from "./docs-choices.ts";
import type { VersionPlace } from "./fetch-files.ts";
import { finish, keepAsItIs, reportPush } from "./finish-push.ts";
import { isText, type LocalFile } from "./local-files.ts";
import { reportTaken } from "./pull-docs.ts";
import { changedFailure, lockedFailure } from "./push-refusals.ts";
import { openTarget } from "./push-target.ts";
import { sync, type Files, type PushWork, type Synced } from "./push-work.ts";
import { readDocs } from "./read-docs.ts";
import { countChanges, renderChanges } from "./render-changes.ts";
import { readState } from "./sync-state.ts";
import { planTaking, takeFiles } from "./take-files.ts";
import { uploadAssets } from "./upload-assets.ts";

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
export async function pushAtOnce(work: PushWork, files: Files): Promise<Synced | null> {
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

/** Previews the changes, then makes them. */
export async function pushFiles(work: PushWork, files: Files): Promise<Exit> {
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

/** @throws Failure without a terminal for the confirmation. */
async function agree({ removed }: Synced, options: OptionValues): Promise<boolean> {
  if (removed.length === 0 || options.isSet("yes")) return true;
  if (canAsk()) return confirm(`Remove ${removed.length} files on the server?`);
  throw usageFailure(
    `Nothing was changed: ${removed.length} files would be removed, and there is no terminal to confirm it.`,
    "Add --yes to remove them, or --dry-run to only show the changes.",
  );
}
