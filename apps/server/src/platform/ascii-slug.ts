// A slug may have 80 characters; the rest is for the number.
const maxLength = 72;

/**
 * A slug from a name: lower-case ASCII letters and digits, everything between them one dash.
 *
 * @param fallback - the slug of a name without such characters
 */
export function slugify(name: string, fallback: string): string {
  const slug = name
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, maxLength)
    .replace(/-$/, "");
  return slug === "" ? fallback : slug;
}

/** The slug itself, or the first free one with a number behind it: `-2`, `-3` … */
export function chooseFree(slug: string, taken: ReadonlySet<string>): string {
  let candidate = slug;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${slug}-${number}`;
  return candidate;
}
