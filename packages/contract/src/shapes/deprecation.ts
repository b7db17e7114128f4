import Type, { type Static } from "typebox";
import { deprecationEntityTypes, deprecationPhases } from "../words/deprecation.ts";
import { Id, nullable, record, RowVersion, Timestamp } from "./common.ts";

export const EntityType = Type.Enum([...deprecationEntityTypes], {
  description: "Whether an endpoint or a published version is deprecated.",
});

const Phase = Type.Enum([...deprecationPhases]);

const daysLeft = Type.Integer({
  minimum: 0,
  description: "Days of 24 hours until the sunset, rounded up; 0 from the sunset on.",
});

/** A deprecation of an endpoint or of a published version, from its request to its end. */
export const DeprecationPlan = record({
  id: Id,
  specId: Id,
  entityType: EntityType,
  entityId: Id,
  entityLabel: Type.String({
    description: "The method and path of an endpoint, or the name of a version.",
  }),
  phase: Phase,
  announcedAt: nullable(Timestamp),
  sunsetPhaseStartsAt: nullable(Timestamp),
  sunsetAt: Timestamp,
  daysLeft,
  successorEndpointId: nullable(Id),
  successorSpecId: nullable(Id),
  migrationGuide: nullable(Type.String()),
  enableRateLimiting: Type.Boolean(),
  rateLimitReductionPercent: Type.Integer({ minimum: 1, maximum: 100 }),
  enableWarningHeader: Type.Boolean(),
  autoShutdown: Type.Boolean(),
  softShutdownDays: Type.Integer({ minimum: 0 }),
  requestedBy: Type.String({ description: "The name of the person or key." }),
  requestedAt: Timestamp,
  reviewedBy: nullable(Type.String()),
  reviewedAt: nullable(Timestamp),
  reviewComment: nullable(Type.String()),
  forcedAt: nullable(Timestamp),
  forceJustification: nullable(Type.String()),
  retiredAt: nullable(Timestamp),
  retiredEarly: Type.Boolean(),
  cancelledAt: nullable(Timestamp),
  rowVersion: RowVersion,
});
export type DeprecationPlan = Static<typeof DeprecationPlan>;

/** Something deprecated, in a list of the organization. */
export const DeprecationItem = record({
  planId: nullable(
    Type.String({ format: "uuid", description: "null: deprecated by hand, or a date alone." }),
  ),
  projectId: Id,
  projectName: Type.String(),
  specId: Id,
  specName: Type.String(),
  entityType: EntityType,
  entityId: Id,
  entityLabel: Type.String(),
  phase: nullable(Phase),
  sunsetAt: nullable(Timestamp),
  daysLeft: nullable(daysLeft),
});
export type DeprecationItem = Static<typeof DeprecationItem>;

/** The calls of something deprecated, as gateways, imports and reports counted them. */
export const DeprecationUsage = record({
  daysBack: Type.Integer({ minimum: 1 }),
  totalRequests: Type.Integer({ minimum: 0 }),
  consumerCount: Type.Integer({ minimum: 0 }),
  lastCalledAt: nullable(Timestamp),
  daily: Type.Array(
    record({
      day: Type.String({ format: "date", description: "In UTC." }),
      requests: Type.Integer({ minimum: 0 }),
      source: Type.String({ description: "Where the figure comes from." }),
    }),
  ),
  topConsumers: Type.Array(
    record({
      consumer: Type.String({
        description: "A keyed digest of the consumer, or `anonymous`. No credential is kept.",
      }),
      name: nullable(Type.String({ description: "null: the consumer is not registered." })),
      requests: Type.Integer({ minimum: 0 }),
      lastCalledAt: Timestamp,
    }),
  ),
  activeInLast7Days: Type.Boolean(),
});
export type DeprecationUsage = Static<typeof DeprecationUsage>;

/** A plan with what its page shows next to it. */
export const ListedDeprecationPlan = record({
  ...DeprecationPlan.properties,
  specName: Type.String(),
  versionId: nullable(
    Type.String({
      format: "uuid",
      description:
        "The version that has the endpoint, or that is planned; null once it is deleted.",
    }),
  ),
  successor: nullable(
    record({
      label: Type.String({
        description: "The method and path of the endpoint, or the name of the specification.",
      }),
      specId: Id,
      versionId: nullable(Type.String({ format: "uuid", description: "null: a specification." })),
      endpointId: nullable(Type.String({ format: "uuid" })),
    }),
  ),
  trialBrownOut: nullable(record({ startsAt: Timestamp, endsAt: Timestamp })),
});
export type ListedDeprecationPlan = Static<typeof ListedDeprecationPlan>;

const days = (maximum: number, description: string) =>
  Type.Integer({ minimum: 0, maximum, description });

export const minGracePeriodDays = days(
  3650,
  "The least number of days between the announcement and the sunset.",
);
export const sunsetPhaseDays = days(
  3650,
  "How many days before the sunset the sunset phase begins.",
);

/** What the organization demands of every plan. */
export const DeprecationPolicy = record({
  minGracePeriodDays,
  sunsetPhaseDays,
  requireMigrationGuide: Type.Boolean(),
  requireSuccessorLink: Type.Boolean(),
  requireApproval: Type.Boolean(),
  notifyOnAnnouncement: Type.Boolean(),
  sendSunsetReminders: Type.Boolean(),
  reminderDaysJson: Type.String({
    description: "A JSON array of days before the sunset, such as [30,14,7,1].",
  }),
  rowVersion: RowVersion,
});
export type DeprecationPolicy = Static<typeof DeprecationPolicy>;
