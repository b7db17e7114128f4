import type { PrincipalCache } from "./principal-cache.ts";

/** Reports for every caller whether it was found in memory. */
export function observeLookups(
  cache: PrincipalCache,
  note: (isHit: boolean) => void,
): PrincipalCache {
  return {
    ...cache,
    find(secret) {
      const hit = cache.find(secret);
      note(hit !== null);
      return hit;
    },
  };
}
