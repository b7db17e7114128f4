import { writeExcerpt } from "@lintel/search/excerpt";
import { searchIndex } from "@lintel/search/search-index";
import type { PageHit } from "@lintel/search/search.types";
import type { Database } from "../database/open-database.ts";
import { selectTexts } from "./search-texts.ts";
import { findIndex, type SearchedVersion } from "./version-index.ts";

export interface FoundPage {
  readonly versionId: string;
  readonly id: string;
  /** Of a page of an API reference: its path below that; null for a page of its own. */
  readonly path: string | null;
  readonly title: string;
  /** The section of the page that answers best; null where it is the page as a whole. */
  readonly section: { readonly id: string; readonly heading: string } | null;
  /** The found words between U+E000 and U+E001. */
  readonly excerpt: string;
}

/**
 * Pages, and pages of API references, that hold words of a query, the best first. The last word is also taken for the
 * beginning of one, and a word that no page holds for a misspelt one.
 */
export async function searchVersions(
  db: Database,
  versions: readonly SearchedVersion[],
  query: string,
  take: number,
): Promise<FoundPage[]> {
  const found: (FoundPage & Pick<PageHit, "score">)[] = [];
  for (const version of versions) found.push(...(await searchVersion(db, version, query, take)));
  return found.toSorted((left, right) => right.score - left.score).slice(0, take);
}

async function searchVersion(
  db: Database,
  version: SearchedVersion,
  query: string,
  take: number,
): Promise<(FoundPage & Pick<PageHit, "score">)[]> {
  const { index, pages } = await findIndex(db, version);
  const { pages: hits, terms } = searchIndex(index, query, take);
  const asked = hits.flatMap(({ page }) => pages[page] ?? []);
  if (asked.length === 0) return [];
  const texts = new Map(
    (await selectTexts(db, version, asked)).map((text) => [writeKey(text), text]),
  );
  return hits.flatMap(({ page, section: at, score }) => {
    const place = pages[page];
    const text = place === undefined ? undefined : texts.get(writeKey(place));
    // It was deleted since the index was made.
    if (text === undefined) return [];
    const { id, path, title, sections } = text;
    const section = sections[at] ?? sections[0];
    const excerpt = writeExcerpt(section?.text ?? "", terms);
    const { versionId } = version;
    return [{ versionId, id, path, title, section: nameSection(title, section), excerpt, score }];
  });
}

/** Sections that have an address of their own: a heading that is the page's title is the page. */
function nameSection(
  title: string,
  section: { readonly id: string | null; readonly heading: string } | undefined,
): FoundPage["section"] {
  if (section === undefined || section.id === null || section.heading === title) return null;
  return { id: section.id, heading: section.heading };
}

const writeKey = ({ id, path }: { readonly id: string; readonly path: string | null }): string =>
  `${id} ${path ?? ""}`;
