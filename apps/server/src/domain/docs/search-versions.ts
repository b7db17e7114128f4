import { writeExcerpt } from "@lintel/search/excerpt";
import { searchIndex } from "@lintel/search/search-index";
import type { PageHit } from "@lintel/search/search.types";
import type { Database } from "../../platform/database/open-database.ts";
import type { Page, Paging } from "../../platform/paging.ts";
import { selectTexts, type StoredText } from "./search-texts.ts";
import { findIndex, type SearchedVersion } from "./version-index.ts";

export interface FoundPage {
  readonly versionId: string;
  readonly id: string;
  /** The path of a page below its API reference, or null for other pages. */
  readonly path: string | null;
  readonly title: string;
  /** The section of the page that matches best, or null for the whole page. */
  readonly section: { readonly id: string; readonly heading: string } | null;
  /** The text, with each found word between U+E000 and U+E001. */
  readonly excerpt: string;
}

/** The key of a page in the database. */
type TextPlace = Pick<StoredText, "id" | "path">;

interface Found {
  readonly version: SearchedVersion;
  readonly place: TextPlace;
  readonly hit: PageHit;
  /** The words of the index that match the words of the query. */
  readonly terms: ReadonlySet<string>;
}

/**
 * Pages, including those of API references, that contain words of a query, best first, and their
 * number. The last word also matches as a prefix. A word that no page contains matches similar
 * words.
 */
export async function searchVersions(
  db: Database,
  versions: readonly SearchedVersion[],
  query: string,
  { skip, take }: Paging,
): Promise<Page<FoundPage>> {
  const found: Found[] = [];
  let totalCount = 0;
  for (const version of versions) {
    const { index, pages } = await findIndex(db, version);
    const { pages: hits, total, terms } = searchIndex(index, query, skip + take);
    totalCount += total;
    for (const hit of hits) {
      const place = pages[hit.page];
      if (place !== undefined) found.push({ version, place, hit, terms });
    }
  }
  found.sort((left, right) => right.hit.score - left.hit.score);
  const items = await show(db, found.slice(skip, skip + take));
  return { items, totalCount, skip, take };
}

async function show(db: Database, found: readonly Found[]): Promise<FoundPage[]> {
  const texts = new Map<string, StoredText>();
  for (const [version, ofVersion] of Map.groupBy(found, (each) => each.version)) {
    const places = ofVersion.map(({ place }) => place);
    for (const text of await selectTexts(db, version, places))
      texts.set(writeKey(version, text), text);
  }
  return found.flatMap(({ version, place, hit, terms }) => {
    const text = texts.get(writeKey(version, place));
    // The page was deleted after the index was made.
    if (text === undefined) return [];
    const { id, path, title, sections } = text;
    const section = sections[hit.section] ?? sections[0];
    const excerpt = writeExcerpt(section?.text ?? "", terms);
    const { versionId } = version;
    return [{ versionId, id, path, title, section: nameSection(title, section), excerpt }];
  });
}

/** The sections with an anchor. A heading that is the page's title leads to the page. */
function nameSection(
  title: string,
  section: { readonly id: string | null; readonly heading: string } | undefined,
): FoundPage["section"] {
  if (section === undefined || section.id === null || section.heading === title) return null;
  return { id: section.id, heading: section.heading };
}

const writeKey = ({ versionId }: SearchedVersion, { id, path }: TextPlace): string =>
  `${versionId} ${id} ${path ?? ""}`;
