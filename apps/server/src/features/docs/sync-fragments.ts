import { shorten } from "@lintel/json/shorten";
import type { LinkIndex } from "../../domain/docs/link-index.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import type { LinkedFragment } from "../../domain/docs/render-page.ts";
import type { Database } from "../../platform/database/open-database.ts";

/** A rendered page with its links into pages. */
export interface LinkingPage {
  readonly id: string;
  readonly html: string;
  readonly fragments: readonly LinkedFragment[];
}

/** A warning about a line below the front matter of a page. */
export interface PageWarning {
  readonly id: string;
  readonly line: number;
  readonly message: string;
}

/** Finds links to places that their pages do not have. Pages that were not rendered are read. */
export async function findMissingFragments(
  db: Database,
  place: Place,
  { paths }: Pick<LinkIndex, "paths">,
  pages: readonly LinkingPage[],
): Promise<PageWarning[]> {
  const linked = new Set(pages.flatMap((page) => page.fragments.map(({ address }) => address)));
  if (linked.size === 0) return [];
  const ids = Array.from(paths).filter(([, address]) => linked.has(address));
  const anchors = new Map(pages.map(({ id, html }) => [id, readAnchors(html)]));
  const unread = ids.flatMap(([id]) => (anchors.has(id) ? [] : [id]));
  for (const { id, html } of await selectHtml(db, place, unread))
    anchors.set(id, readAnchors(html));
  // References and folders have no anchors here: their pages are made when they are read.
  const byAddress = new Map(ids.map(([id, address]) => [address, anchors.get(id)]));
  return pages.flatMap(({ id, fragments }) =>
    fragments.flatMap(({ address, fragment, target, line }) => {
      const known = byAddress.get(address);
      if (known === undefined || known.has(decode(fragment))) return [];
      const link = shorten(target, maxTarget);
      const message = `The link \`${link}\` leads to a page that has no \`#${shorten(decode(fragment), maxTarget)}\``;
      return [{ id, line, message }];
    }),
  );
}

const maxTarget = 100;

const readAnchors = (html: string): ReadonlySet<string> =>
  new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id = ""]) => unescapeHtml(id)));

const characters: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

const unescapeHtml = (text: string) =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] ?? entity);

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

async function selectHtml(
  db: Database,
  { organizationId, versionId }: Place,
  ids: readonly string[],
): Promise<{ id: string; html: string }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("docPage")
    .select(["id", "html"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "in", ids)
    .execute();
  return rows.flatMap(({ id, html }) => (html === null ? [] : [{ id, html }]));
}
