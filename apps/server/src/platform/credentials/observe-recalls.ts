import type { PrincipalCache } from "./principal-cache.ts";

/** Tells of every caller whether it was found in memory. */
export function observeRecalls(
  cache: PrincipalCache,
  note: (isHit: boolean) => void,
): PrincipalCache {
  return {
    ...cache,
    recall(secret) {
      const recalled = cache.recall(secret);
      note(recalled !== null);
      return recalled;
    },
  };
}
