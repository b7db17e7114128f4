import type { DocConflict } from "@lintel/contract/shapes/doc-files";
import type { DocumentPlatform } from "../../domain/design/tasks/document-platform.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import { selectTexts } from "./doc-files.store.ts";
import { pageLocked } from "./doc-lock.service.ts";
import { checkTag, rowsOf, tagVersion } from "./doc-tree.service.ts";
import { findVersion, lockEditable, type StoredVersion } from "./doc-visibility.ts";
import { findDeclarations } from "./find-declarations.ts";
import { planReferences, takeReferences, type WantedReference } from "./sync-references.ts";
import { findNeeded, readTarget } from "./sync-texts.ts";
import { readWork, type Input, type Synced, type Work } from "./sync-work.ts";
import { writeSync } from "./sync-write.ts";

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
  const rendered = await writeSync(platform, context, work, target, plans);
  const warnings = [...target.warnings, ...warnOf(wanted), ...rendered];
  return answer(context, work, { overwritten, references, warnings });
}

const warnOf = (wanted: readonly WantedReference[]): Synced["warnings"] =>
  wanted.flatMap(({ path, message }) => (message === null ? [] : [{ path, message }]));

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
