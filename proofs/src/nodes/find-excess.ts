/**
 * An admitted call. It was counted at an unknown time between these two, in milliseconds of one
 * clock.
 */
export interface AdmittedCall {
  readonly sentAt: number;
  readonly endedAt: number;
}

/** A period in which the store of the window lost everything once. */
export interface Loss {
  readonly from: number;
  readonly to: number;
}

export interface WindowBudget {
  readonly limit: number;
  readonly windowMs: number;
}

/** More calls than allowed, all of them certainly within one window. */
export interface Excess {
  readonly since: number;
  readonly calls: number;
  readonly allowed: number;
}

/** The maximum difference of corrected clocks in a window of seconds, in milliseconds. */
const clockToleranceMs = 5;

/**
 * Finds every window that certainly had more calls than allowed. Calls are counted between sending
 * and response. Calls that were all sent after a time and answered less than a window later were
 * therefore counted within one window, so that no report is wrong. A loss only gives a complete new
 * budget to the calls after it.
 */
export function findExcess(
  calls: readonly AdmittedCall[],
  { limit, windowMs }: WindowBudget,
  losses: readonly Loss[],
): { readonly most: number; readonly excesses: Excess[] } {
  const sorted = [...calls].sort((left, right) => left.sentAt - right.sentAt);
  const excesses: Excess[] = [];
  let most = 0;
  for (const [at, first] of sorted.entries()) {
    const since = first.sentAt;
    const until = since + windowMs - clockToleranceMs;
    const inWindow = takeWhile(sorted.slice(at), (call) => call.sentAt < until).filter(
      (call) => call.endedAt < until,
    );
    const within = losses.filter((loss) => loss.to > since && loss.from < until);
    if (within.length === 0) most = Math.max(most, inWindow.length);
    for (const { calls: counted, allowed } of split(inWindow, within, limit)) {
      if (counted > allowed) excesses.push({ since, calls: counted, allowed });
    }
  }
  return { most, excesses };
}

/** The parts of a window with a budget each: before, between and after its losses. */
function split(
  calls: readonly AdmittedCall[],
  losses: readonly Loss[],
  limit: number,
): { calls: number; allowed: number }[] {
  if (losses.length === 0) return [{ calls: calls.length, allowed: limit }];
  const parts = [{ calls: calls.length, allowed: limit * (losses.length + 1) }];
  const edges = [{ from: -Infinity, to: -Infinity }, ...losses, { from: Infinity, to: Infinity }];
  for (const [at, { to }] of edges.slice(0, -1).entries()) {
    const until = edges[at + 1]?.from ?? Infinity;
    const between = calls.filter((call) => call.sentAt >= to && call.endedAt <= until);
    parts.push({ calls: between.length, allowed: limit });
  }
  return parts;
}

function takeWhile<T>(items: readonly T[], isTaken: (item: T) => boolean): T[] {
  const end = items.findIndex((item) => !isTaken(item));
  return items.slice(0, end === -1 ? items.length : end);
}
