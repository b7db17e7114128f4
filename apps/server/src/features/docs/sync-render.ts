import type { Database } from "../../platform/database/open-database.ts";
import { readLinkIndex } from "../../domain/docs/link-index.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import { renderPage } from "../../domain/docs/render-page.ts";
import { updateRendered, type PageRow, type RenderedRow } from "./doc-sync.store.ts";
import { findMissingFragments, type LinkingPage, type PageWarning } from "./sync-fragments.ts";
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
  const linking: LinkingPage[] = [];
  const found: PageWarning[] = [];
  for (const { id, parentId, title, content, frontMatter } of pages) {
    const page = { id, folderId: parentId, title, head: frontMatter };
    const { columns, warnings, fragments } = await renderPage(index, page, content);
    rendered.push({ id, ...columns });
    linking.push({ id, html: columns.html, fragments });
    found.push(...warnings.map(({ line, message }) => ({ id, line, message })));
  }
  await updateRendered(db, place, rendered);
  found.push(...(await findMissingFragments(db, place, index, linking)));
  return report(pages, found, index.fileOf).slice(0, maxWarnings);
}

/** The warnings in the order of the files and of their lines. */
function report(
  pages: readonly PageRow[],
  warnings: readonly PageWarning[],
  fileOf: ReadonlyMap<string, string>,
): SyncWarning[] {
  const byPage = Map.groupBy(warnings, ({ id }) => id);
  return pages.flatMap(({ id, frontMatter }) => {
    const above = (frontMatter ?? "").split("\n").length - 1;
    const ofPage = (byPage.get(id) ?? []).toSorted((left, right) => left.line - right.line);
    return ofPage.map(({ line, message }) => ({
      path: fileOf.get(id) ?? "",
      message: `line ${line + above}: ${message}`,
    }));
  });
}
