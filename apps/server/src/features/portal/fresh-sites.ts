import { createRecentMap } from "../../platform/recent-map.ts";
import type { Site } from "./site.types.ts";

/** Sites as they were read a moment ago. */
export interface FreshSites {
  /**
   * What was read a moment ago, without waiting; undefined where it has to be read first. As long as
   * nothing of a site changes it is the same object.
   */
  readonly peek: (organizationSlug: string, documentationSlug: string) => Site | null | undefined;
  /** @throws what the reading throws; the next call reads again */
  read(organizationSlug: string, documentationSlug: string): Promise<Site | null>;
}

/** How long a site is taken to be as it was read: the most by which readers see a change late. */
const freshMs = 100;
/** A site that is asked for is read again before that, so that nobody waits for it. */
const renewMs = 50;
const keptSites = 500;

interface Reading {
  readonly began: number;
  readonly site: Promise<Site | null>;
}

interface Entry {
  site: Site | null;
  /** When the reading of it began. */
  at: number;
  /** The last one that was begun. */
  reading: Reading | null;
}

/** @param now - in milliseconds */
export function createFreshSites(
  select: (organizationSlug: string, documentationSlug: string) => Promise<Site | null>,
  now: () => number = () => performance.now(),
): FreshSites {
  const entries = createRecentMap<string, Entry>(keptSites);

  /** One reading for all who ask while it is young. */
  const renew = (entry: Entry, ...slugs: Parameters<typeof select>): Reading["site"] => {
    const began = now();
    if (entry.reading !== null && began - entry.reading.began < freshMs) return entry.reading.site;
    const site = select(...slugs).then((found) => {
      if (began < entry.at) return found;
      if (!isSame(entry.site, found)) entry.site = found;
      entry.at = began;
      return entry.site;
    });
    const reading = { began, site };
    entry.reading = reading;
    const end = () => {
      if (entry.reading === reading) entry.reading = null;
    };
    site.then(end, end);
    return site;
  };

  return {
    peek(organizationSlug, documentationSlug) {
      const entry = entries.get(`${organizationSlug}/${documentationSlug}`);
      if (entry === undefined) return undefined;
      const age = now() - entry.at;
      if (age >= freshMs) return undefined;
      // Where it fails, whoever has to wait for the next reading is told.
      if (age >= renewMs) renew(entry, organizationSlug, documentationSlug).catch(() => null);
      return entry.site;
    },
    async read(organizationSlug, documentationSlug) {
      const key = `${organizationSlug}/${documentationSlug}`;
      const known = entries.get(key);
      if (known !== undefined && now() - known.at < freshMs) return known.site;
      const entry = known ?? { site: null, at: Number.NEGATIVE_INFINITY, reading: null };
      if (known === undefined) entries.set(key, entry);
      return renew(entry, organizationSlug, documentationSlug);
    },
  };
}

function isSame(left: Site | null, right: Site | null): boolean {
  return left !== null && right !== null && JSON.stringify(left) === JSON.stringify(right);
}
