/** Milliseconds. A day of a plan has 24 hours. */
export const dayMs = 24 * 3600 * 1000;
export const hourMs = 3600 * 1000;

/** What the brown-outs of a plan depend on; instants in milliseconds since 1970. */
export interface BrownOutTimes {
  readonly sunsetPhaseStartsAt: number;
  readonly sunsetAt: number;
  readonly softShutdownDays: number;
}

/** A day of brown-outs: from `startsAt`, the first `openMs` of each hour in UTC answer 410. */
export interface BrownOutDay {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly openMs: number;
}

/** A single brown-out. */
export interface BrownOut {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The days before the sunset with brown-outs, never more than the sunset phase has. */
export function countBrownOutDays(times: BrownOutTimes): number {
  const phaseDays = Math.floor((times.sunsetAt - times.sunsetPhaseStartsAt) / dayMs);
  return Math.max(0, Math.min(times.softShutdownDays, phaseDays));
}

/** Day `k` of `n`, counted from 1. */
export function brownOutDay({ sunsetAt }: BrownOutTimes, k: number, n: number): BrownOutDay {
  const startsAt = sunsetAt - (n - k + 1) * dayMs;
  return { startsAt, endsAt: startsAt + dayMs, openMs: (hourMs * k) / (n + 1) };
}

/** The day of brown-outs that an instant belongs to; null before them and from the sunset on. */
export function findBrownOutDay(times: BrownOutTimes, now: number): BrownOutDay | null {
  const n = countBrownOutDays(times);
  const k = n - Math.floor((times.sunsetAt - 1 - now) / dayMs);
  return now >= times.sunsetAt || k < 1 ? null : brownOutDay(times, k, n);
}

/** The brown-out of a day at an instant; null between two of them. */
export function findBrownOut(
  { startsAt, endsAt, openMs }: BrownOutDay,
  now: number,
): BrownOut | null {
  const hour = now - (((now % hourMs) + hourMs) % hourMs);
  if (now >= hour + openMs) return null;
  return { startsAt: Math.max(hour, startsAt), endsAt: Math.min(hour + openMs, endsAt) };
}
