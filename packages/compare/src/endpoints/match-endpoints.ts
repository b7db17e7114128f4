import { eraseVariables } from "@lintel/contract/words/path-template";
import type { Endpoint } from "./list-operations.ts";

export interface EndpointMatches {
  /** In the order of the new document. */
  readonly pairs: readonly (readonly [before: Endpoint, after: Endpoint])[];
  readonly lost: readonly Endpoint[];
  readonly gained: readonly Endpoint[];
  /** Whether a part of the servers' URLs moved to the paths, or the reverse. */
  readonly isPrefixMoved: boolean;
}

function keepPath(path: string): string {
  return path;
}

/**
 * Matches the endpoints of two documents: by method and path as written, then without the names of
 * variables, and finally with the paths of the servers included.
 */
export function matchEndpoints(
  before: readonly Endpoint[],
  after: readonly Endpoint[],
  oldBase: string,
  newBase: string,
): EndpointMatches {
  const lost = new Set(before);
  const found = new Map<Endpoint, Endpoint>();
  const seek = (readOld: (path: string) => string, readNew: (path: string) => string): void => {
    const index = new Map<string, Endpoint>();
    for (const endpoint of lost) {
      const key = makeKey(endpoint, readOld);
      if (!index.has(key)) index.set(key, endpoint);
    }
    for (const endpoint of after) {
      const key = makeKey(endpoint, readNew);
      const old = found.has(endpoint) ? undefined : index.get(key);
      if (old === undefined) continue;
      index.delete(key);
      lost.delete(old);
      found.set(endpoint, old);
    }
  };
  seek(keepPath, keepPath);
  seek(eraseVariables, eraseVariables);
  const matched = found.size;
  if (oldBase !== newBase) {
    seek(
      (path) => eraseVariables(oldBase + path),
      (path) => eraseVariables(newBase + path),
    );
  }
  return {
    pairs: after.flatMap((endpoint) => {
      const old = found.get(endpoint);
      return old === undefined ? [] : [[old, endpoint] as const];
    }),
    lost: [...lost],
    gained: after.filter((endpoint) => !found.has(endpoint)),
    isPrefixMoved: found.size > matched,
  };
}

function makeKey({ kind, method, path }: Endpoint, read: (path: string) => string): string {
  return `${kind} ${method} ${kind === "path" ? read(path) : path}`;
}
