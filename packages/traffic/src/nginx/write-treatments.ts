import type { TrafficPlan, TrafficRules } from "@lintel/contract/shapes/traffic";
import { brownOutDay, countBrownOutDays } from "../rules/brown-outs.ts";
import { treatAt } from "../rules/treat-at.ts";
import { quoteRegex, quoteValue, writeMap } from "./directives.ts";
import { hourPattern, rangePattern } from "./time-patterns.ts";

/** Operations with the same plans and date, under one name. */
export interface Group {
  readonly name: string;
  readonly plans: readonly TrafficPlan[];
  /** The plain date of their version. */
  readonly sunsetAt: string | null;
}

type Setting = Pick<TrafficRules, "requestsPerMinute" | "infoUrl">;

/** Maps from `$lintel_group` to what is done: fields, `$lintel_stop` and `$lintel_rate`. */
export function writeTreatments(groups: readonly Group[], setting: Setting): string {
  const headers = groups.map(({ name, plans, sunsetAt }) => ({
    name,
    headers: treatAt(plans, { ...setting, sunsetAt }, firstInstant(plans)).headers,
  }));
  const field = (read: (found: NonNullable<(typeof headers)[number]["headers"]>) => string) =>
    headers.flatMap(({ name, headers: found }) =>
      found === null || read(found) === "" ? [] : [[name, quoteValue(read(found))] as const],
    );
  const stopping = groups.filter(({ plans }) => plans.some(canStop));
  const limited =
    setting.requestsPerMinute === null ? [] : groups.filter(({ plans }) => plans.some(canLimit));
  return [
    writeMap(
      "$lintel_group",
      "$lintel_deprecation_rule",
      field(({ deprecation }) => deprecation ?? ""),
    ),
    writeMap(
      "$lintel_group",
      "$lintel_sunset_rule",
      field(({ sunset }) => sunset),
    ),
    writeMap(
      "$lintel_group",
      "$lintel_link",
      field(({ links }) => links.join(", ")),
    ),
    ...stopping.map(writeStops),
    writeMap(
      "$lintel_group",
      "$lintel_stop",
      stopping.map(({ name }) => [name, `$lintel_stop_${name}`]),
    ),
    ...limited.map((group) => writeRates(group, setting)),
    writeMap(
      "$lintel_group",
      "$lintel_rate",
      limited.map(({ name }) => [name, `$lintel_rate_${name}`]),
    ),
  ].join("");
}

const canStop = ({ autoShutdown, trialBrownOut }: TrafficPlan) =>
  autoShutdown || trialBrownOut !== null;
const canLimit = ({ enableRateLimiting }: TrafficPlan) => enableRateLimiting;

/** Fields do not change after every plan of the group was announced. */
const firstInstant = (plans: readonly TrafficPlan[]) =>
  Math.max(0, ...plans.map(({ announcedAt }) => Date.parse(announcedAt)));

/** `retired`, `brownout-SECONDS` or nothing, for a time that a file does not know: nginx reads its clock. */
function writeStops({ name, plans }: Group): string {
  const steps = plans.flatMap((plan) => {
    const { autoShutdown, trialBrownOut: trial } = plan;
    return [
      ...(autoShutdown ? [(...names: StepNames) => writeStopsOf(plan, ...names)] : []),
      ...(trial === null ? [] : [(...names: StepNames) => writeTrial(trial, ...names)]),
    ];
  });
  return steps
    .map((write, at) => {
      const suffix = at === 0 ? name : `${name}_${at}`;
      return write(suffix, at + 1 < steps.length ? `$lintel_stop_${name}_${at + 1}` : '""');
    })
    .toReversed()
    .join("");
}

/** The end of the name of a step, and what holds where it stops nothing. */
type StepNames = [suffix: string, otherwise: string];

/** A trial lasts from one instant to another, whatever else the plan says. */
function writeTrial(
  { startsAt, endsAt }: NonNullable<TrafficPlan["trialBrownOut"]>,
  ...[suffix, otherwise]: StepNames
): string {
  const [from, to] = [toSeconds(Date.parse(startsAt)), toSeconds(Date.parse(endsAt))];
  const entry = [quoteRegex(`^${rangePattern(from, to)}\\.`), `"brownout-${to - from}"`] as const;
  return writeMap("$msec", `$lintel_stop_${suffix}`, to > from ? [entry] : [], otherwise);
}

function writeStopsOf(plan: TrafficPlan, suffix: string, otherwise: string): string {
  const sunsetAt = Date.parse(plan.sunsetAt);
  const endsAt = Math.min(sunsetAt, plan.endedAt === null ? Infinity : Date.parse(plan.endedAt));
  const times = { ...plan, sunsetAt, sunsetPhaseStartsAt: Date.parse(plan.sunsetPhaseStartsAt) };
  const n = countBrownOutDays(times);
  const days = Array.from({ length: n }, (_, at) => {
    const { startsAt, endsAt: ends, openMs } = brownOutDay(times, at + 1, n);
    const pattern = rangePattern(toSeconds(startsAt), toSeconds(Math.min(ends, endsAt)));
    return { name: `day${at + 1}`, pattern, seconds: Math.ceil(openMs / 1000) };
  }).filter(({ pattern }) => pattern !== "(?!)");
  return [
    writeMap("$msec", `$lintel_time_${suffix}`, [
      [quoteRegex(`^${rangePattern(toSeconds(endsAt))}\\.`), '"retired"'],
      ...days.map((day) => [quoteRegex(`^${day.pattern}\\.`), `"${day.name}"`] as const),
    ]),
    writeMap(
      `"$lintel_time_${suffix} $time_iso8601"`,
      `$lintel_stop_${suffix}`,
      [
        [quoteRegex("^retired "), '"retired"'],
        ...days.map(
          (day) =>
            [
              quoteRegex(`^${day.name} .*${hourPattern(day.seconds)}`),
              `"brownout-${day.seconds}"`,
            ] as const,
        ),
      ],
      otherwise,
    ),
  ].join("");
}

const toSeconds = (ms: number) => Math.ceil(ms / 1000);

/** The limit from each instant at which one of the plans reduces it. */
function writeRates({ name, plans }: Group, setting: Setting): string {
  const starts = plans
    .filter(canLimit)
    .map((plan) =>
      Math.min(
        ...[plan.sunsetPhaseStartsAt, plan.sunsetAt, plan.endedAt ?? plan.sunsetAt].map((at) =>
          Date.parse(at),
        ),
      ),
    )
    .sort((left, right) => right - left);
  const entries = [...new Set(starts)].map((startsAt) => {
    const limit =
      treatAt(plans, setting, Math.max(startsAt, firstInstant(plans))).limitPerMinute ?? 0;
    return [quoteRegex(`^${rangePattern(toSeconds(startsAt))}\\.`), `"${limit}"`] as const;
  });
  return writeMap("$msec", `$lintel_rate_${name}`, entries);
}

/** Every limit that a group can get. */
export function listRates(
  groups: readonly Group[],
  { requestsPerMinute: base }: Setting,
): number[] {
  if (base === null) return [];
  const rates = groups.flatMap(({ plans }) =>
    plans
      .filter(canLimit)
      .map((plan) => Math.floor((base * (100 - plan.rateLimitReductionPercent)) / 100)),
  );
  return [...new Set(rates)].sort((left, right) => left - right);
}
