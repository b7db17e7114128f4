import { invalid, Problem } from "../../platform/problem.ts";

const maxLength = 80;

/** Slugs at the root that the portal uses itself: `/{org}/{doc}/v/{label}`. */
const reservedAtRoot: ReadonlySet<string> = new Set(["v"]);

/** The slug of what has a title without letters and digits. */
type SlugFallback = "page" | "folder" | "reference";

/**
 * A slug from a title: without Latin accents, in lower case, with one dash for each run of other
 * characters than letters, marks and digits.
 *
 * @param fallback - the slug of a text with no such characters
 */
export function toSlug(text: string, fallback: SlugFallback): string {
  const plain = text.normalize("NFKD").replaceAll(/[\u0300-\u036F]/gu, "");
  const dashed = plain
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{Nd}]+/gu, "-");
  return cutSlug(dashed.replaceAll(/^-|-$/g, ""), maxLength) || fallback;
}

/** Cuts between whole characters. */
function cutSlug(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  return slug.slice(0, length).toWellFormed().replace(/�$/u, "").replace(/-$/, "");
}

export interface Siblings {
  /** Slugs of the other items in the same folder. */
  readonly taken: ReadonlySet<string>;
  readonly isRoot: boolean;
}

/** The slug that was asked for, or a free one made from the title. */
export function chooseSlug(
  given: string | undefined,
  title: string,
  fallback: SlugFallback,
  siblings: Siblings,
): string {
  if (given !== undefined) return checkSlug(given, fallback, siblings);
  const isFree = (slug: string) =>
    !siblings.taken.has(slug) && !(siblings.isRoot && reservedAtRoot.has(slug));
  const slug = toSlug(title, fallback);
  if (isFree(slug)) return slug;
  for (let count = 2; ; count += 1) {
    const ending = `-${count}`;
    const next = cutSlug(slug, maxLength - ending.length) + ending;
    if (isFree(next)) return next;
  }
}

function checkSlug(given: string, fallback: SlugFallback, { taken, isRoot }: Siblings): string {
  const expected = toSlug(given, fallback);
  if (expected !== given.normalize("NFC")) {
    const message = `Use letters, marks and digits, joined by single dashes, in lower case: ${expected}`;
    throw invalid({ field: "slug", code: "pattern", message });
  }
  if (isRoot && reservedAtRoot.has(expected)) {
    const message = `The portal uses ${expected} at the root for itself; choose another slug.`;
    throw invalid({ field: "slug", code: "reserved", message });
  }
  if (taken.has(expected)) throw slugTaken(expected);
  return expected;
}

export function slugTaken(slug: string): Problem {
  return new Problem("SLUG_TAKEN", `Another item here has the slug ${slug}.`, { slug });
}
