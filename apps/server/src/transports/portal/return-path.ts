import { readAddress, writeAddress } from "./portal-address.ts";

const maxLength = 2000;

/**
 * The page to return to after the sign-in, below a documentation of the region. The path is written again from its parts, because one
 * that begins with two slashes would name another host.
 *
 * @returns null for anything else
 */
export function readReturnPath(given: string | null, region: string): string | null {
  const [path = "", query = ""] = (given ?? "").split("?", 2);
  const address = path.startsWith("/") ? readAddress(path) : null;
  if (address === null || address.documentation === null || address.region !== region) return null;
  const kept = new URLSearchParams(query);
  kept.delete("preview");
  const written = writeAddress(address);
  const whole = kept.size === 0 ? written : `${written}?${kept.toString()}`;
  return [whole, written].find(({ length }) => length <= maxLength) ?? null;
}
