import { dayMs } from "../../platform/day-ms.ts";
/** Days before an expiry at which a warning is recorded. */
export const warningDays = [30, 14, 7, 3, 1] as const;

/** What expires before this time is warned of. */
export const warnsUntil = (now: Date): Date => new Date(now.getTime() + warningDays[0] * dayMs);

/** Whole days, rounded up; 0 or less once it has expired. */
export function daysUntil(at: Date, now: Date): number {
  return Math.ceil((at.getTime() - now.getTime()) / dayMs);
}

/** The number of days whose warning is due; null if it is too early for the first. */
export function findThreshold(daysLeft: number): number | null {
  return warningDays.findLast((days) => daysLeft <= days) ?? null;
}
