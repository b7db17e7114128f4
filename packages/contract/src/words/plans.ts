/** Every plan, from the smallest to the largest: each includes the previous ones. */
export const plans = ["free", "pro"] as const;
export type Plan = (typeof plans)[number];

/** Whether a plan includes what another one includes. */
export function includesPlan(plan: Plan, needed: Plan): boolean {
  return plans.indexOf(plan) >= plans.indexOf(needed);
}
