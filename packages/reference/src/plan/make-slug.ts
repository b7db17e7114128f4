const longest = 80;

/** Words of names in camel case are separated, so that `listOrders` becomes `list-orders`. */
const partWords = (name: string): string => name.replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1-$2");

/**
 * A name as a segment of a URL: letters, marks and digits in lower case, everything else as one
 * `-`.
 */
export function makeSlug(name: string): string {
  if (/^[A-Za-z]?[a-z]*$/.test(name)) return name.slice(0, longest).toLowerCase();
  const plain = partWords(name.toWellFormed())
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
  const dashed = plain.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
  return Array.from(dashed).slice(0, longest).join("").replace(/-$/, "");
}

/**
 * Returns each slug once: the first unused candidate, or the last candidate with a number. The
 * result depends only on earlier slugs.
 */
export function makeSlugGiver(): (candidates: readonly string[], fallback: string) => string {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return (candidates, fallback) => {
    let base = fallback;
    let slug = "";
    for (const candidate of candidates) {
      slug = makeSlug(candidate);
      if (slug !== "") base = slug;
      if (slug !== "" && !taken.has(slug)) break;
    }
    slug = base;
    for (let at = counts.get(base) ?? 2; taken.has(slug); at += 1) {
      slug = `${base}-${at}`;
      counts.set(base, at + 1);
    }
    taken.add(slug);
    return slug;
  };
}
