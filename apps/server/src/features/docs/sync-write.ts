import type { Place } from "../../domain/docs/node-paths.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { writerOf } from "./doc-revision.service.ts";
import { keepRevisions, markWriter } from "./doc-revision.store.ts";
import { deleteNodes, insertRedirects } from "./doc-node.store.ts";
import {
  insertNodes,
  insertPages,
  parkSlugs,
  updateNodes,
  updatePages,
  updateRootFile,
  writeFiles,
} from "./doc-sync.store.ts";
import { touchTree } from "./doc-version.store.ts";
import { subjectOf } from "./doc-visibility.ts";
import { kindOf } from "./file-names.rules.ts";
import type { FileTree } from "./file-tree.ts";
import { writeReferences, type planReferences } from "./sync-references.ts";
import { renderPages } from "./sync-render.ts";
import { buildRows, type SyncRows } from "./sync-rows.ts";
import type { Target } from "./sync-target.ts";
import type { Synced, Work } from "./sync-work.ts";

/** Writes the difference between the version and the pushed files. */
export async function writeSync(
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
  context: ProjectContext,
  place: Place,
  { nodes }: FileTree,
  rows: SyncRows,
): Promise<void> {
  const { db, now } = context;
  const changedBy = writerOf(context);
  const present = new Map(nodes.map((node) => [node.id, node]));
  const leaving = rows.updatedNodes.filter((row) => {
    const node = present.get(row.id);
    return node?.slug !== row.slug || node.parentId !== row.parentId;
  });
  await parkSlugs(db, place, [...leaving.map(({ id }) => id), ...rows.deletedIds]);
  const changed = rows.updatedPages.map(({ id }) => id);
  await keepRevisions(db, place, changed, { changedBy, now });
  await insertNodes(db, place, rows.insertedNodes, now);
  await insertPages(db, place, rows.insertedPages);
  await updateNodes(db, place, rows.updatedNodes, now);
  await updatePages(db, place, rows.updatedPages);
  await markWriter(db, place, changed, changedBy);
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
