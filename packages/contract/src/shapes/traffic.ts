import Type, { type Static } from "typebox";
import { endpointMethods } from "../words/design.ts";
import { Id, nullable, record, Timestamp } from "./common.ts";

/** What traffic needs of a deprecation plan that marks an operation. */
export const TrafficPlan = record({
  planId: Id,
  announcedAt: Timestamp,
  sunsetPhaseStartsAt: Timestamp,
  sunsetAt: Timestamp,
  endedAt: nullable(
    Type.String({
      format: "date-time",
      description: "When a person retired it; null: the clock does.",
    }),
  ),
  enableWarningHeader: Type.Boolean(),
  enableRateLimiting: Type.Boolean(),
  rateLimitReductionPercent: Type.Integer({ minimum: 1, maximum: 100 }),
  autoShutdown: Type.Boolean(),
  softShutdownDays: Type.Integer({ minimum: 0 }),
  /** While it lasts, calls are answered 410, whatever else the plan says. */
  trialBrownOut: nullable(record({ startsAt: Timestamp, endsAt: Timestamp })),
  successor: nullable(
    Type.String({ description: "The path of the operation that replaces it, with its variables." }),
  ),
});
export type TrafficPlan = Static<typeof TrafficPlan>;

/** An operation as calls reach it. */
export const TrafficOperation = record({
  specId: Id,
  versionId: Id,
  method: Type.Enum([...endpointMethods]),
  path: Type.String({ description: "The template as clients call it, with the base path." }),
  template: Type.String({ description: "The template in the specification." }),
  plans: Type.Array(TrafficPlan, {
    description: "Of the operation and of its version: the earlier date and the lower limit apply.",
  }),
  sunsetAt: nullable(
    Type.String({
      format: "date-time",
      description: "The plain date of its version, which has no plan. It is announced alone.",
    }),
  ),
});
export type TrafficOperation = Static<typeof TrafficOperation>;

/** What gateways and proxies do with the calls of an environment, at any instant. */
export const TrafficRules = record({
  madeAt: Timestamp,
  requestsPerMinute: nullable(
    Type.Integer({ minimum: 1, description: "The limit of a consumer for an operation." }),
  ),
  infoUrl: nullable(Type.String({ description: "The page about deprecations." })),
  consumerFrom: Type.Array(Type.String(), { description: "Where to find who calls." }),
  operations: Type.Array(TrafficOperation),
});
export type TrafficRules = Static<typeof TrafficRules>;
