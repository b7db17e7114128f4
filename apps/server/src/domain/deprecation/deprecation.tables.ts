import type { DeprecationPreset } from "@lintel/contract/words/deprecation";
import type { ColumnType } from "kysely";
import type { At, Bigint, Json, Stamped } from "../../platform/database/column.types.ts";

type MaybeAt = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** The policy that a plan keeps from its start. */
export interface StoredPolicy extends DeprecationPreset {
  readonly notifyOnAnnouncement: boolean;
  readonly sendSunsetReminders: boolean;
  /** Days before the sunset, descending. */
  readonly reminderDays: readonly number[];
}

export interface DeprecationPolicyRow extends Omit<
  { -readonly [Key in keyof StoredPolicy]: StoredPolicy[Key] },
  "reminderDays"
> {
  organizationId: string;
  reminderDays: Json<number[]>;
  modifiedAt: At;
}

export interface DeprecationPlanRow extends Stamped {
  organizationId: string;
  projectId: string;
  id: string;
  specId: string;
  entityType: string;
  entityId: string;
  /** The operation as method and path without the names of variables, or the id of the version. */
  entityKey: string;
  entityLabel: string;
  phase: string;
  policy: Json<StoredPolicy>;
  announcedAt: MaybeAt;
  sunsetPhaseStartsAt: MaybeAt;
  sunsetAt: At;
  successorEndpointId: string | null;
  successorSpecId: string | null;
  migrationGuide: string | null;
  enableRateLimiting: boolean;
  rateLimitReductionPercent: number;
  enableWarningHeader: boolean;
  autoShutdown: boolean;
  softShutdownDays: number;
  requestedBy: string;
  requestedAt: At;
  reviewedBy: ColumnType<string | null, string | null | undefined, string | null>;
  reviewedAt: MaybeAt;
  reviewComment: ColumnType<string | null, string | null | undefined, string | null>;
  forcedAt: MaybeAt;
  forceJustification: ColumnType<string | null, string | null | undefined, string | null>;
  retiredAt: MaybeAt;
  retiredEarly: ColumnType<boolean, boolean | undefined, boolean>;
  cancelledAt: MaybeAt;
  /** A trial brown-out, from its beginning to its end; both null without one. */
  trialStartsAt: MaybeAt;
  trialEndsAt: MaybeAt;
}

export interface DeprecationReminderRow {
  organizationId: string;
  planId: string;
  sunsetAt: At;
  daysBefore: number;
}

export interface UsageBatchRow {
  organizationId: string;
  projectId: string;
  batchId: string;
  receivedAt: At;
}

/** The calls of an operation by a consumer on a day. */
export interface UsageCountRow {
  organizationId: string;
  specId: string;
  /** The MD5 of the key, which may be too long for an index. */
  operationDigest: string;
  operationKey: string;
  day: ColumnType<string, string, string>;
  source: string;
  /** A keyed digest, or `anonymous`. */
  consumer: string;
  requests: Bigint;
  lastCalledAt: At;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    deprecationPolicy: DeprecationPolicyRow;
    deprecationPlan: DeprecationPlanRow;
    deprecationReminder: DeprecationReminderRow;
    usageBatch: UsageBatchRow;
    usageCount: UsageCountRow;
  }
}
