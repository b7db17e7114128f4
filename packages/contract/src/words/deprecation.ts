/** The phases of a deprecation plan, in their order; `rejected` and `cancelled` end it. */
export const deprecationPhases = [
  "pendingApproval",
  "gracePeriod",
  "sunset",
  "retired",
  "rejected",
  "cancelled",
] as const;
export type DeprecationPhase = (typeof deprecationPhases)[number];

export const deprecationEntityTypes = ["endpoint", "specVersion"] as const;
export type DeprecationEntityType = (typeof deprecationEntityTypes)[number];

/** How many characters of a digest are shown of a caller without a name. */
const shownDigits = 6;

/** What a caller is called: its registered name, or that it has none. */
export function nameCaller({
  name,
  consumer,
}: {
  readonly name: string | null;
  readonly consumer: string;
}): string {
  if (name !== null) return name;
  return consumer === "anonymous"
    ? "anonymous"
    : `unknown caller ${consumer.slice(0, shownDigits)}…`;
}

/** The fields of a policy that a preset sets together. Days are of 24 hours. */
export interface DeprecationPreset {
  readonly minGracePeriodDays: number;
  readonly sunsetPhaseDays: number;
  readonly requireMigrationGuide: boolean;
  readonly requireSuccessorLink: boolean;
  readonly requireApproval: boolean;
}

export const deprecationPresets = {
  relaxed: {
    minGracePeriodDays: 30,
    sunsetPhaseDays: 14,
    requireMigrationGuide: false,
    requireSuccessorLink: false,
    requireApproval: false,
  },
  standard: {
    minGracePeriodDays: 90,
    sunsetPhaseDays: 30,
    requireMigrationGuide: true,
    requireSuccessorLink: false,
    requireApproval: false,
  },
  strict: {
    minGracePeriodDays: 180,
    sunsetPhaseDays: 60,
    requireMigrationGuide: true,
    requireSuccessorLink: true,
    requireApproval: true,
  },
} as const satisfies Record<string, DeprecationPreset>;

export const deprecationPresetNames = Object.keys(
  deprecationPresets,
) as (keyof typeof deprecationPresets)[];
