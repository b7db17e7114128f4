import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { copyContents, selectNodeIds, selectPageRows } from "./doc-copy.store.ts";
import type { StoredVersion } from "./doc-visibility.ts";
import { rowsOf } from "./doc-tree.service.ts";
import { renderPages } from "./sync-render.ts";

/** Copies the content of another version into an empty one. */
export async function copyVersion(
  { newId }: Platform["clock"],
  { db, organizationId }: ProjectContext,
  from: StoredVersion,
  to: StoredVersion,
): Promise<void> {
  const before = await selectNodeIds(db, rowsOf(from));
  const ids = { before, after: before.map(() => newId()) };
  await copyContents(db, { organizationId, from: from.id, to: to.id }, ids);
  // Archived versions do not keep rendered pages.
  if (from.status === "archived") {
    const insertedPages = await selectPageRows(db, rowsOf(to));
    await renderPages(db, rowsOf(to), { insertedPages, updatedPages: [] });
  }
}
