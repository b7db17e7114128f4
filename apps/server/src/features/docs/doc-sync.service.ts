import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-files";
import type { DocConflict, PushedFile } from "@lintel/contract/shapes/doc-files";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { invalid, Problem, type FieldError } from "../../platform/problem.ts";
import { selectUsable } from "./doc-asset.store.ts";
import { readFileTree } from "./doc-files.service.ts";
import { selectSynced, selectTexts } from "./doc-files.store.ts";
import { pageLocked } from "./doc-lock.service.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import { deleteNodes, insertRedirects } from "./doc-node.store.ts";
import { findDeclarations } from "./find-declarations.ts";
import { findVersion, lockEditable, subjectOf, type StoredVersion } from "./doc-visibility.ts";
import {
  insertNodes,
  insertPages,
  parkSlugs,
  updateNodes,
  updatePages,
  updateRootFile,
  writeFiles,
} from "./doc-sync.store.ts";
import { checkTag, rowsOf, tagVersion } from "./doc-tree.service.ts";
import { touchTree } from "./doc-version.store.ts";
import { isHidden, kindOf } from "./file-names.rules.ts";
import { digestText, type FileTree } from "./file-tree.ts";
import {
  planReferences,
  takeReferences,
  writeReferences,
  type WantedReference,
} from "./sync-references.ts";
import { compareFiles, type Comparison } from "./sync-compare.rules.ts";
import { buildRows, type SyncRows } from "./sync-rows.ts";
import { renderPages } from "./sync-render.ts";
import { buildTarget, needsReading, type Target } from "./sync-target.ts";

type Input = InputOf<typeof declared.syncDocVersion>;
type Synced = OutputOf<typeof declared.syncDocVersion>;
type Digests = ReadonlyMap<string, string>;

/** The state that a sync is compared with. */
interface Work {
  readonly version: StoredVersion;
  readonly place: Place;
  readonly wanted: Digests;
  readonly sent: ReadonlyMap<string, PushedFile>;
  readonly synced: Digests;
  readonly tree: FileTree;
  readonly comparison: Comparison;
}

/** Exports the documents that folders declare under `references`, before the transaction. */
export async function prepareSync(
  platform: Pick<DocumentPlatform, "documents">,
  context: ProjectContext,
  input: Input,
): Promise<WantedReference[]> {
  const version = await findVersion(context, input);
  const place = rowsOf(version);
  const declarations = await findDeclarations(context.db, place, input.files);
  return takeReferences(platform, context, place, declarations);
}

/** Changes a version to match the files that are sent, or returns what that would change. */
export async function syncVersion(
  platform: Pick<Platform, "clock">,
  context: ProjectContext,
  input: Input,
  wanted: readonly WantedReference[],
): Promise<Synced> {
  const { isPreview = false } = input;
  const version = isPreview
    ? await findVersion(context, input)
    : await lockEditable(context, input);
  await checkTag(context, version, input.ifMatch);
  const work = await readWork(context, input, version);
  const plans = await planReferences(context, work.place, wanted);
  const references = plans.map(({ change }) => change);
  if (isPreview) return { ...(await preview(context, work)), references };
  const overwritten = await settleConflicts(context, work, input.onConflict);
  const target = await readTarget(context, work);
  const rendered = await write(platform, context, work, target, plans);
  const warnings = [...target.warnings, ...warnOf(wanted), ...rendered];
  return answer(context, work, { overwritten, references, warnings });
}

const warnOf = (wanted: readonly WantedReference[]): Synced["warnings"] =>
  wanted.flatMap(({ path, message }) => (message === null ? [] : [{ path, message }]));

async function readWork(
  context: ProjectContext,
  input: Input,
  version: StoredVersion,
): Promise<Work> {
  const sent = readSent(input.files);
  const wanted = new Map(input.files.map(({ path, digest }) => [path, digest]));
  const place = rowsOf(version);
  const synced = toDigests(await selectSynced(context.db, place));
  const base = input.base === undefined ? synced : toDigests(input.base);
  const tree = await readFileTree(context, version);
  const comparison = compareFiles(wanted, tree, base, context.now);
  return { version, place, wanted, sent, synced, tree, comparison };
}

const toDigests = (files: readonly { readonly path: string; readonly digest: string }[]) =>
  new Map(files.map(({ path, digest }) => [path, digest]));

/**
 * @throws Problem VALIDATION_FAILED if a path appears twice or a text does not match its digest.
 */
function readSent(files: readonly PushedFile[]): Map<string, PushedFile> {
  const sent = new Map<string, PushedFile>();
  const errors: FieldError[] = [];
  for (const [at, file] of files.entries()) {
    const field = `files[${at}]`;
    if (isHidden(file.path)) {
      const message = `${file.path} has a name that begins with a dot: such files stay where they are.`;
      errors.push({ field, code: "PATH_HIDDEN", message });
    }
    if (sent.has(file.path))
      errors.push({ field, code: "PATH_TAKEN", message: `${file.path} is named twice.` });
    if (file.text !== undefined && digestText(file.text) !== file.digest) {
      const message = `${file.path} was changed while it was sent: its text has another digest.`;
      errors.push({ field, code: "DIGEST_MISMATCH", message });
    }
    sent.set(file.path, file);
  }
  if (errors.length > 0) throw invalid(...errors.slice(0, 20));
  return sent;
}

async function preview(context: ProjectContext, work: Work): Promise<Synced> {
  const needed = await findNeeded(context, work);
  const { conflicts } = work.comparison;
  return answer(context, work, { isPreview: true, needed, conflicts: [...conflicts] });
}

async function answer(
  context: ProjectContext,
  { version, comparison }: Work,
  more: Partial<Synced>,
): Promise<Synced> {
  const { added, changed, removed, moved, unchangedCount } = comparison;
  // Reads the version again, because the change gave it a new tag.
  const present = more.isPreview === true ? version : await findPresent(context, version);
  return {
    isPreview: false,
    added: [...added],
    changed: [...changed],
    moved: [...moved],
    removed: [...removed],
    unchangedCount,
    needed: [],
    conflicts: [],
    overwritten: [],
    references: [],
    warnings: [],
    treeVersion: await tagVersion(context, present),
    ...more,
  };
}

function findPresent(context: ProjectContext, version: StoredVersion): Promise<StoredVersion> {
  return findVersion(context, { docId: version.documentationId, versionId: version.id });
}

/** What the server does not have: texts of no stored file, and bytes that were not uploaded. */
async function findNeeded(
  context: ProjectContext,
  { wanted, sent, tree }: Work,
): Promise<string[]> {
  const texts = new Set(
    Array.from(tree.files.values(), ({ kind, digest }) => (kind === "asset" ? "" : digest)),
  );
  const paths = [...wanted.keys()];
  const assets = paths.filter((path) => kindOf(path) === "asset");
  const digests = [...new Set(assets.map((path) => wanted.get(path) ?? ""))];
  const usable = await selectUsable(context.db, context, digests);
  return paths.filter((path) => {
    const digest = wanted.get(path) ?? "";
    if (kindOf(path) === "asset") return !usable.has(digest);
    return sent.get(path)?.text === undefined && !texts.has(digest);
  });
}

/**
 * The contents that the sync overwrites in a conflict, so that no text is lost.
 * @throws Problem DOCS_CONFLICT, or PAGE_LOCKED even with overwrite.
 */
async function settleConflicts(
  { db }: ProjectContext,
  { comparison: { conflicts }, tree, place }: Work,
  onConflict: Input["onConflict"] = "refuse",
): Promise<Synced["overwritten"]> {
  const locked = conflicts.find(({ reason }) => reason === "locked");
  const changed = conflicts.filter(({ reason }) => reason !== "locked");
  if (changed.length > 0 && onConflict === "refuse") throw docsConflict(changed);
  const page = locked === undefined ? null : tree.files.get(locked.path)?.node;
  if (page !== null && page !== undefined) throw pageLocked(page);
  const files = changed.flatMap(({ path }) => {
    const file = tree.files.get(path);
    return file === undefined || file.kind === "asset" ? [] : [{ path, file }];
  });
  const ids = files.flatMap(({ file }) => (file.kind === "page" ? (file.node?.id ?? []) : []));
  const texts = await selectTexts(db, place, ids);
  return files.map(({ path, file }) => ({
    path,
    text: file.text ?? texts.get(file.node?.id ?? "") ?? "",
  }));
}

function docsConflict(conflicts: readonly DocConflict[]): Problem {
  const [first] = conflicts;
  const others = conflicts.length - 1;
  const more = others === 0 ? "" : ` and ${others} more`;
  const detail = `${first?.path}${more} changed on the server since you last saw it. Nothing was changed.`;
  return new Problem("DOCS_CONFLICT", detail, { conflicts: conflicts.slice(0, 1000) });
}

/** @throws Problem VALIDATION_FAILED if a text or an asset is missing. */
async function readTarget(context: ProjectContext, work: Work): Promise<Target> {
  const needed = await findNeeded(context, work);
  if (needed.length > 0) {
    const errors = needed.slice(0, 20).map((path) => ({
      field: "files",
      code: kindOf(path) === "asset" ? "ASSET_MISSING" : "TEXT_MISSING",
      message:
        kindOf(path) === "asset"
          ? `${path} is not uploaded yet: upload its bytes, then sync again.`
          : `${path} is new here: send its text.`,
    }));
    throw invalid(...errors);
  }
  const { wanted, tree, comparison } = work;
  const texts = await readTexts(context, work);
  return buildTarget({
    wanted,
    tree,
    moves: comparison.moved,
    textOf: (path) => texts.get(wanted.get(path) ?? "") ?? "",
  });
}

/** Texts by digest: the ones that were sent, those of folders, and those of moved pages. */
async function readTexts(
  { db }: ProjectContext,
  { wanted, sent, tree, place }: Work,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { digest, text } of tree.files.values()) if (text !== null) texts.set(digest, text);
  for (const { digest, text } of sent.values()) if (text !== undefined) texts.set(digest, text);
  const pages = new Map<string, string>();
  for (const { kind, digest, node } of tree.files.values())
    if (kind === "page" && node !== null) pages.set(digest, node.id);
  const ids = new Set<string>();
  for (const [path, digest] of wanted) {
    if (kindOf(path) === "asset" || texts.has(digest)) continue;
    const node = tree.files.get(path)?.node ?? null;
    if (kindOf(path) === "page" && !needsReading({ wanted, tree }, path, node)) continue;
    const id = pages.get(digest);
    if (id !== undefined) ids.add(id);
  }
  const read = await selectTexts(db, place, [...ids]);
  for (const [digest, id] of pages) {
    const text = read.get(id);
    if (text !== undefined) texts.set(digest, text);
  }
  return texts;
}

async function write(
  { clock }: Pick<Platform, "clock">,
  context: ProjectContext,
  work: Work,
  target: Target,
  plans: Awaited<ReturnType<typeof planReferences>>,
): Promise<Synced["warnings"]> {
  const { db } = context;
  const { version, place, wanted, synced, tree, comparison } = work;
  const { added, changed, removed, moved } = comparison;
  const rows = buildRows(target, tree.nodes, () => clock.newId());
  await writeRows(context, place, tree, rows);
  await writeReferences({ clock }, context, place, plans, rows.folderIds);
  if (target.rootFile !== tree.rootFile) await updateRootFile(db, place, target.rootFile);
  const assets = (files: Iterable<readonly [string, string]>) =>
    new Map([...files].filter(([path]) => kindOf(path) === "asset"));
  const present = Array.from(tree.files, ([path, { digest }]) => [path, digest] as const);
  await writeFiles(db, place, "doc_version_asset", assets(present), assets(wanted));
  await writeFiles(db, place, "doc_synced_file", synced, wanted);
  const warnings = await renderPages(context.db, place, rows);
  const isUnchanged =
    added.length + changed.length + removed.length + moved.length === 0 &&
    plans.every(({ change }) => change.action === "unchanged");
  if (isUnchanged) return warnings;
  emitSynced(context, work);
  await touchTree(db, version);
  return warnings;
}

async function writeRows(
  { db, now }: ProjectContext,
  place: Place,
  { nodes }: FileTree,
  rows: SyncRows,
): Promise<void> {
  const present = new Map(nodes.map((node) => [node.id, node]));
  const leaving = rows.updatedNodes.filter((row) => {
    const node = present.get(row.id);
    return node?.slug !== row.slug || node.parentId !== row.parentId;
  });
  await parkSlugs(db, place, [...leaving.map(({ id }) => id), ...rows.deletedIds]);
  await insertNodes(db, place, rows.insertedNodes, now);
  await insertPages(db, place, rows.insertedPages);
  await updateNodes(db, place, rows.updatedNodes, now);
  await updatePages(db, place, rows.updatedPages);
  await insertRedirects(db, place, rows.redirects);
  // Last, so that deleting a folder does not delete the items that were moved out of it.
  await deleteNodes(db, place, rows.deletedIds);
}

function emitSynced(context: ProjectContext, { version, comparison }: Work): void {
  const { added, changed, removed, moved, conflicts } = comparison;
  context.emit("doc_version.synced", {
    subject: subjectOf(version),
    data: {
      docId: version.documentationId,
      added: added.length,
      changed: changed.length,
      moved: moved.length,
      removed: removed.length,
      overwritten: conflicts.length,
    },
  });
}
