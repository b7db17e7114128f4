import { createRecentMap } from "../../platform/recent-map.ts";

/** A short-lived cache of sites. */
export interface FreshSites<Site> {
  /**
   * Returns the cached site without waiting, or undefined if it has to be read first. The object
   * stays the same until the site changes.
   */
  readonly peek: (organizationSlug: string, documentationSlug: string) => Site | null | undefined;
  /** @throws the error of the read. The next call reads again. */
  read(organizationSlug: string, documentationSlug: string): Promise<Site | null>;
}

/** How long a read site is used, which is the maximum delay until readers see a change. */
const freshMs = 100;
/** A requested site is read again after this time, before it expires, so that no reader waits. */
const renewMs = 50;
const maxCachedSites = 500;

interface Reading<Site> {
  readonly began: number;
  readonly site: Promise<Site | null>;
}

interface Entry<Site> {
  site: Site | null;
  /** When its read began. */
  at: number;
  /** The last read that was started. */
  reading: Reading<Site> | null;
}

/** @param now - in milliseconds */
export function createFreshSites<Site extends object>(
  select: (organizationSlug: string, documentationSlug: string) => Promise<Site | null>,
  now: () => number = () => performance.now(),
): FreshSites<Site> {
  const entries = createRecentMap<string, Entry<Site>>(maxCachedSites);

  /** Shares one recent read between requests. */
  const renew = (
    entry: Entry<Site>,
    ...slugs: Parameters<typeof select>
  ): Reading<Site>["site"] => {
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
      // A failure is reported to the next request that has to wait for a read.
      if (age >= renewMs) renew(entry, organizationSlug, documentationSlug).catch(() => null);
      return entry.site;
    },
    async read(organizationSlug, documentationSlug) {
      const key = `${organizationSlug}/${documentationSlug}`;
      const known = entries.get(key);
      if (known !== undefined && now() - known.at < freshMs) return known.site;
      const entry: Entry<Site> = known ?? {
        site: null,
        at: Number.NEGATIVE_INFINITY,
        reading: null,
      };
      if (known === undefined) entries.set(key, entry);
      return renew(entry, organizationSlug, documentationSlug);
    },
  };
}

function isSame(left: object | null, right: object | null): boolean {
  return left !== null && right !== null && JSON.stringify(left) === JSON.stringify(right);
}
