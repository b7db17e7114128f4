import type { Database } from "../../platform/database/open-database.ts";
import { readLinkIndex } from "../../domain/docs/link-index.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import { renderPage } from "../../domain/docs/render-page.ts";
import { updateRendered, type RenderedRow } from "./doc-sync.store.ts";
import type { SyncRows } from "./sync-rows.ts";

/** A warning about a file of a push. */
export interface SyncWarning {
  readonly path: string;
  readonly message: string;
}

/** Maximum warnings of one push. */
const maxWarnings = 500;

/** Renders the written pages with the links of the new tree and assets. */
export async function renderPages(
  db: Database,
  place: Place,
  rows: Pick<SyncRows, "insertedPages" | "updatedPages">,
): Promise<SyncWarning[]> {
  const pages = [...rows.insertedPages, ...rows.updatedPages];
  if (pages.length === 0) return [];
  const index = await readLinkIndex(db, place);
  const rendered: RenderedRow[] = [];
  const reported: SyncWarning[] = [];
  for (const { id, parentId, title, content, frontMatter } of pages) {
    const { columns, warnings } = await renderPage(
      index,
      { id, folderId: parentId, title, head: frontMatter },
      content,
    );
    rendered.push({ id, ...columns });
    const above = (frontMatter ?? "").split("\n").length - 1;
    const path = index.fileOf.get(id) ?? "";
    reported.push(
      ...warnings.map(({ line, message }) => ({
        path,
        message: `line ${line + above}: ${message}`,
      })),
    );
  }
  await updateRendered(db, place, rendered);
  return reported.slice(0, maxWarnings);
}
