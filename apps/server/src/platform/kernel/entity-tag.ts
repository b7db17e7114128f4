/**
 * Whether a header of entity tags names this one, compared weakly (RFC 9110 §8.8.3.2): proxies that
 * compress mark our tags with `W/`.
 *
 * @param header - of If-None-Match or If-Match: tags in quotes, or `*` for any
 */
export function matchesTag(header: string, tag: string): boolean {
  if (header.trim() === "*") return true;
  const wanted = opaqueOf(tag);
  return Array.from(header.matchAll(/(?:W\/)?"[^"]*"/g), ([found]) => opaqueOf(found)).includes(
    wanted,
  );
}

function opaqueOf(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}
