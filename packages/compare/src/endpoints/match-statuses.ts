/** Responses of two operations for the same status. */
export interface StatusMatches {
  readonly pairs: readonly (readonly [before: string, after: string])[];
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

export function isSuccess(status: string): boolean {
  return /^[123]/.test(status);
}

/** The key for a status: the status itself, its range, or `default`. */
function findCover(status: string, keys: ReadonlySet<string>): string | null {
  if (keys.has(status)) return status;
  if (status === "default") return null;
  const range = `${status.slice(0, 1)}XX`;
  if (keys.has(range)) return range;
  // If a success is described, the default is for errors.
  const hasSuccess = [...keys].some((key) => isSuccess(key));
  return keys.has("default") && !(isSuccess(status) && hasSuccess) ? "default" : null;
}

function isRange(status: string): boolean {
  return status.endsWith("XX");
}

export function matchStatuses(before: readonly string[], after: readonly string[]): StatusMatches {
  const [old, now] = [new Set(before), new Set(after)];
  const pairs: [string, string][] = [];
  const lost: string[] = [];
  const gained: string[] = [];
  for (const status of before) {
    const cover = findCover(status, now);
    if (cover !== null) pairs.push([status, cover]);
    else if (!isRange(status) || !after.some((key) => key.startsWith(status.slice(0, 1)))) {
      lost.push(status);
    }
  }
  for (const status of after) {
    if (old.has(status)) continue;
    const cover = findCover(status, old);
    if (cover !== null) pairs.push([cover, status]);
    else if (!isRange(status) || !before.some((key) => key.startsWith(status.slice(0, 1)))) {
      gained.push(status);
    }
  }
  return { pairs, lost, gained };
}
