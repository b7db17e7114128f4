import type { Logger } from "pino";
import type { Database } from "../../platform/database/open-database.ts";
import { gatherCalls } from "../../platform/gather-calls.ts";
import { deleteOldestPages, selectStoredPages, upsertStoredPages } from "./stored-page.store.ts";
import type { KeptPage, PagePlace, StoredPage } from "./stored-page.types.ts";

/** Pages of the portal as they are sent, in the database that the nodes of a region share. */
export interface StoredPages {
  /** null: there is none that was made from this state. */
  find(place: PagePlace): Promise<StoredPage | null>;
  /**
   * Stores a page in place of the one at its address. Nobody needs to wait for it, and it never
   * rejects: what could not be stored is made again by whoever reads it next.
   */
  keep(place: PagePlace, page: StoredPage): Promise<void>;
  /** Waits for what is being stored; nothing more is. */
  close(): Promise<void>;
}

export interface StoredPagesOptions {
  readonly database: () => Promise<Database>;
  readonly log: Logger;
  /** Bytes of all pages of the region, about. */
  readonly mostBytes?: number;
}

const usualBytes = 256 * 1024 * 1024;
/** The bound is seen to whenever a node has written such a part of it. */
const partsOfBound = 32;
/** A page that takes more is rendered whenever it is not in memory. */
const mostPageBytes = 512 * 1024;
/** So many wait to be stored; what comes beyond them is left out. */
const mostWaiting = 200;
/** Pages of one statement, which memory holds at once. */
const mostTogether = 50;

export function createStoredPages(options: StoredPagesOptions): StoredPages {
  const { database, log, mostBytes = usualBytes } = options;
  const find = gatherCalls(async (places: readonly PagePlace[]) => {
    const db = await database();
    const found: (StoredPage | null)[] = [];
    for (let from = 0; from < places.length; from += mostTogether)
      found.push(...(await selectStoredPages(db, places.slice(from, from + mostTogether))));
    return found;
  });
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  // As if much had been written: what an earlier process left is counted with the first page.
  let unboundBytes = mostBytes;

  const store = gatherCalls(async (pages: readonly KeptPage[]) => {
    const db = await database();
    for (let from = 0; from < pages.length; from += mostTogether)
      await upsertStoredPages(db, pages.slice(from, from + mostTogether));
    for (const { page } of pages) unboundBytes += page.body.length;
    if (unboundBytes >= mostBytes / partsOfBound) {
      unboundBytes = 0;
      await deleteOldestPages(db, mostBytes);
    }
    return pages.map(() => null);
  });

  const keep = async (page: KeptPage): Promise<void> => {
    waiting += 1;
    try {
      await store(page);
    } catch (error) {
      log.warn({ err: error }, "a page of the portal could not be stored");
    } finally {
      waiting -= 1;
    }
  };

  return {
    find,
    keep(place, page) {
      const isLeftOut = waiting >= mostWaiting || page.body.length > mostPageBytes;
      if (isClosed || isLeftOut) return Promise.resolve();
      const keeping = keep({ place, page });
      last = Promise.all([last, keeping]);
      return keeping;
    },
    async close() {
      isClosed = true;
      await last;
    },
  };
}
