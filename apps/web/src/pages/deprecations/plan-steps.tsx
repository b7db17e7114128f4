import type { ListedPlan } from "./plan-table.tsx";
import { showDay } from "./show-day.ts";
import styles from "./deprecation.module.css";

interface Step {
  readonly name: string;
  readonly at: string | null;
  readonly isReached: boolean;
}

/** The way of a plan from its request to its end. */
export function PlanSteps({ plan }: { readonly plan: ListedPlan }) {
  return (
    <ol className={styles["steps"]} aria-label="Phases">
      {listSteps(plan).map(({ name, at, isReached }) => (
        <li key={name} data-reached={isReached}>
          <strong>{name}</strong>
          {at === null ? "–" : showDay(at)}
        </li>
      ))}
    </ol>
  );
}

function listSteps(plan: ListedPlan): Step[] {
  const { phase, announcedAt, sunsetPhaseStartsAt, sunsetAt, retiredAt, cancelledAt } = plan;
  const requested = { name: "Requested", at: plan.requestedAt, isReached: true };
  if (phase === "rejected")
    return [requested, { name: "Rejected", at: plan.reviewedAt, isReached: true }];
  const announced = { name: "Announced", at: announcedAt, isReached: announcedAt !== null };
  if (phase === "cancelled")
    return [requested, announced, { name: "Cancelled", at: cancelledAt, isReached: true }];
  const isInSunset = phase === "sunset" || phase === "retired";
  // A plan that was retired in its grace period never had a sunset phase.
  const isSkipped = retiredAt !== null && (sunsetPhaseStartsAt ?? sunsetAt) > retiredAt;
  const sunsetPhase = { name: "Sunset phase", at: sunsetPhaseStartsAt, isReached: isInSunset };
  return [
    requested,
    announced,
    ...(isSkipped ? [] : [sunsetPhase]),
    {
      name: plan.retiredEarly ? "Retired early" : "Sunset",
      at: retiredAt ?? sunsetAt,
      isReached: phase === "retired",
    },
  ];
}
