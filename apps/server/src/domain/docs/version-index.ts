import { setImmediate } from "node:timers/promises";
import { createIndexBuilder, type SearchIndex } from "@lintel/search/build-index";
import type { Database } from "../../platform/database/open-database.ts";
import type { Place } from "./node-paths.ts";
import { readTexts } from "./search-texts.ts";

/** A version at one tree version. If the tree version changes, it is indexed again. */
export interface SearchedVersion extends Place {
  readonly treeVersion: string;
}

/** The words of a version, and the database keys of its pages in the order of the index. */
export interface VersionIndex {
  readonly index: SearchIndex;
  readonly pages: readonly { readonly id: string; readonly path: string | null }[];
}

/** Maximum size of all indexes. The least recently used one is dropped first. */
const maxBytes = 64 * 1024 * 1024;
const bytesOfPage = 150;
/** Maximum time of one slice of indexing, so that other calls can run. */
const turnMs = 10;

interface Entry {
  readonly index: Promise<VersionIndex>;
  bytes: number;
}

const cached = new Map<string, Entry>();
let cachedBytes = 0;

/** The index of a version. Simultaneous calls share its construction. */
export function findIndex(db: Database, version: SearchedVersion): Promise<VersionIndex> {
  const key = `${version.versionId} ${version.treeVersion}`;
  const known = cached.get(key);
  if (known !== undefined) {
    cached.delete(key);
    cached.set(key, known);
    return known.index;
  }
  const entry: Entry = { index: makeIndex(db, version), bytes: 0 };
  cached.set(key, entry);
  entry.index.then(
    ({ index, pages }) => {
      if (cached.get(key) === entry) keep(entry, index.bytes + pages.length * bytesOfPage);
    },
    () => forget(key),
  );
  return entry.index;
}

function keep(entry: Entry, bytes: number): void {
  entry.bytes = bytes;
  cachedBytes += bytes;
  for (const [oldest, { bytes: size }] of cached) {
    if (cachedBytes <= maxBytes) return;
    // An index under construction has no size yet, and a caller waits for it.
    if (size > 0) forget(oldest);
  }
}

function forget(key: string): void {
  cachedBytes -= cached.get(key)?.bytes ?? 0;
  cached.delete(key);
}

async function makeIndex(db: Database, version: SearchedVersion): Promise<VersionIndex> {
  const builder = createIndexBuilder();
  const pages: { id: string; path: string | null }[] = [];
  let began = performance.now();
  for await (const texts of readTexts(db, version))
    for (const { id, path, title, sections } of texts) {
      builder.add({ title, sections });
      pages.push({ id, path });
      if (performance.now() - began < turnMs) continue;
      await setImmediate();
      began = performance.now();
    }
  return { index: builder.finish(), pages };
}
