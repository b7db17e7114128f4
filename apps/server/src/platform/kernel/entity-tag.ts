import { Problem } from "../problem.ts";

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

/**
 * Refuses a change of what is not as its caller read it.
 *
 * @param ifMatch - of the header If-Match; undefined: every change is allowed
 * @param rowVersion - the present one; null: there is no such record yet
 * @throws Problem PRECONDITION_FAILED
 */
export function checkMatch(ifMatch: string | undefined, rowVersion: string | null): void {
  if (ifMatch === undefined) return;
  if (rowVersion === null || !matchesTag(ifMatch, `"${rowVersion}"`))
    throw new Problem("PRECONDITION_FAILED", "The record has changed since it was read.");
}

function opaqueOf(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}
