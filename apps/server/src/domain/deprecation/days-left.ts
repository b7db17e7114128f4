/** Milliseconds. Days of a plan have 24 hours, whatever the calendar does. */
export const dayMs = 24 * 3600 * 1000;

/** Days until the sunset, rounded up; 0 from the sunset on. */
export const countDaysLeft = (sunsetAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((sunsetAt.getTime() - now.getTime()) / dayMs));
