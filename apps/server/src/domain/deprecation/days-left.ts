import { dayMs } from "../../platform/day-ms.ts";
/** Days until the sunset, rounded up; 0 from the sunset on. */
export const countDaysLeft = (sunsetAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((sunsetAt.getTime() - now.getTime()) / dayMs));
