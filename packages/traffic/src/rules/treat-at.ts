import type { TrafficOperation, TrafficPlan } from "@lintel/contract/shapes/traffic";
import {
  dayMs,
  findBrownOut,
  findBrownOutDay,
  hourMs,
  countBrownOutDays,
  type BrownOut,
} from "./brown-outs.ts";
import { writeWarningHeaders, type WarningHeaders } from "./warning-headers.ts";

export type { WarningHeaders };

/** A refusal of every call. */
export interface Stop {
  readonly code: "ENDPOINT_BROWNOUT" | "ENDPOINT_RETIRED";
  /** When a brown-out ends; null for the end itself. */
  readonly endsAt: number | null;
}

/** What is done with the calls of an operation. */
export interface Treatment {
  readonly headers: WarningHeaders | null;
  /** The calls of a consumer in a minute; null: not limited. */
  readonly limitPerMinute: number | null;
  readonly stop: Stop | null;
  /** The instant from which another treatment may apply. */
  readonly until: number;
}

/** What holds for all operations of an environment. */
export interface Setting {
  readonly requestsPerMinute: number | null;
  readonly infoUrl: string | null;
  /** The plain date of the version; undefined and null: it has none. */
  readonly sunsetAt?: string | null;
  /** A brown-out or an end that begins later than this is not known well enough to be obeyed. */
  readonly stopsUntil?: number;
}

/** Whether anything is done with the calls of an operation at some time. */
export const isTreated = (operation: Pick<TrafficOperation, "plans" | "sunsetAt">): boolean =>
  operation.plans.length > 0 || operation.sunsetAt !== null;

/** The treatment of an operation without a plan or a date. */
export const untouched: Treatment = {
  headers: null,
  limitPerMinute: null,
  stop: null,
  until: Infinity,
};

/** What the plans of an operation ask for at an instant: the earlier date and the lower limit. */
export function treatAt(plans: readonly TrafficPlan[], setting: Setting, now: number): Treatment {
  const all = plans.map(readTimes).filter(({ announcedAt }) => announcedAt <= now);
  const stops = all.map((plan) => findStop(plan, setting.stopsUntil ?? Infinity, now));
  return {
    headers: findHeaders(all, setting),
    limitPerMinute: findLimit(all, setting, now),
    stop: stops.find((stop) => stop?.endsAt === null) ?? findLongest(stops),
    until: Math.min(...plans.map((plan) => findNextChange(readTimes(plan), now)), Infinity),
  };
}

type Timed = ReturnType<typeof readTimes>;

/** Instants as numbers. `endsAt` is the sunset, or an earlier retirement. */
function readTimes(plan: TrafficPlan) {
  const sunsetAt = Date.parse(plan.sunsetAt);
  const endsAt = Math.min(sunsetAt, plan.endedAt === null ? Infinity : Date.parse(plan.endedAt));
  return {
    ...plan,
    announcedAt: Date.parse(plan.announcedAt),
    sunsetPhaseStartsAt: Date.parse(plan.sunsetPhaseStartsAt),
    sunsetAt,
    endsAt,
    trial: plan.trialBrownOut === null ? null : readTrial(plan.trialBrownOut),
  };
}

const readTrial = ({ startsAt, endsAt }: NonNullable<TrafficPlan["trialBrownOut"]>): BrownOut => ({
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
});

function findHeaders(
  plans: readonly Timed[],
  { infoUrl, sunsetAt = null }: Setting,
): WarningHeaders | null {
  const warning = plans
    .filter(({ enableWarningHeader }) => enableWarningHeader)
    .sort((left, right) => left.endsAt - right.endsAt);
  const [first] = warning;
  const plainEnd = sunsetAt === null ? Infinity : Date.parse(sunsetAt);
  if (first === undefined)
    return sunsetAt === null
      ? null
      : writeWarningHeaders(null, plainEnd, { successor: null, infoUrl });
  const announcedAt = Math.min(...warning.map((plan) => plan.announcedAt));
  const successor = warning.find((plan) => plan.successor !== null)?.successor ?? null;
  const endsAt = Math.min(first.endsAt, plainEnd);
  return writeWarningHeaders(announcedAt, endsAt, { successor, infoUrl });
}

function findLimit(plans: readonly Timed[], { requestsPerMinute: base }: Setting, now: number) {
  if (base === null) return null;
  const limits = plans
    .filter((plan) => plan.enableRateLimiting && now >= limitStart(plan))
    .map((plan) => Math.floor((base * (100 - plan.rateLimitReductionPercent)) / 100));
  return limits.length === 0 ? null : Math.min(...limits);
}

const limitStart = ({ sunsetPhaseStartsAt, endsAt }: Timed) =>
  Math.min(sunsetPhaseStartsAt, endsAt);

function findStop(plan: Timed, stopsUntil: number, now: number): Stop | null {
  return findPlannedStop(plan, stopsUntil, now) ?? findTrial(plan, stopsUntil, now);
}

/** A trial is obeyed whether or not the plan has a shutdown. */
function findTrial({ trial }: Timed, stopsUntil: number, now: number): Stop | null {
  if (trial === null || trial.startsAt > stopsUntil) return null;
  const lasts = trial.startsAt <= now && now < trial.endsAt;
  return lasts ? { code: "ENDPOINT_BROWNOUT", endsAt: trial.endsAt } : null;
}

function findPlannedStop(plan: Timed, stopsUntil: number, now: number): Stop | null {
  if (!plan.autoShutdown) return null;
  if (now >= plan.endsAt && plan.endsAt <= stopsUntil)
    return { code: "ENDPOINT_RETIRED", endsAt: null };
  // An end that is not known well enough begins no brown-out either.
  const day = findBrownOutDay(plan, now);
  const brownOut = day === null ? null : findBrownOut(day, now);
  if (brownOut === null || brownOut.startsAt > stopsUntil) return null;
  return { code: "ENDPOINT_BROWNOUT", endsAt: brownOut.endsAt };
}

function findLongest(stops: readonly (Stop | null)[]): Stop | null {
  return stops.reduce(
    (longest, stop) => ((stop?.endsAt ?? 0) > (longest?.endsAt ?? 0) ? stop : longest),
    null,
  );
}

function findNextChange(plan: Timed, now: number): number {
  const fixed = [plan.announcedAt, limitStart(plan), plan.endsAt, plan.sunsetAt];
  const trial = plan.trial === null ? [] : [plan.trial.startsAt, plan.trial.endsAt];
  const changes = [...fixed, ...trial, ...listBrownOutChanges(plan, now)].filter((at) => at > now);
  return Math.min(...changes, Infinity);
}

function listBrownOutChanges(plan: Timed, now: number): number[] {
  const day = findBrownOutDay(plan, now);
  if (day === null) return [plan.sunsetAt - countBrownOutDays(plan) * dayMs];
  const hour = now - (now % hourMs);
  return [Math.ceil(hour + day.openMs), hour + hourMs, day.endsAt];
}
