import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { ifMatchOf } from "../shapes/common.ts";
import { DeprecationPolicy, minGracePeriodDays, sunsetPhaseDays } from "../shapes/deprecation.ts";
import { deprecationPresetNames } from "../words/deprecation.ts";

const group = "Deprecation";
const toolset = "deprecation";
const base = "/api/deprecation-policy";

export const getDeprecationPolicy = operation({
  name: "getDeprecationPolicy",
  title: "Read the deprecation policy",
  summary:
    "Show what the organization demands of deprecation plans: grace period, guide, approval.",
  group,
  permission: "specs:read",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "get_deprecation_policy", toolset },
  rest: { method: "GET", path: base },
  input: {},
  output: DeprecationPolicy,
  problems: ["ORG_OPERATION_DENIED"],
});

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

export const updateDeprecationPolicy = operation({
  name: "updateDeprecationPolicy",
  title: "Change the deprecation policy",
  summary:
    "Change what the organization demands of new deprecation plans. Omitted fields are kept; plans keep the policy of their start.",
  group,
  permission: "org:manage-governance",
  context: "organization",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "deprecation_policy.updated",
  tool: { name: "update_deprecation_policy", toolset, unlisted: ["ifMatch"] },
  rest: { method: "PATCH", path: base, at: { ifMatch: "header" } },
  input: {
    ifMatch: ifMatchOf("the policy"),
    minGracePeriodDays: Type.Optional(minGracePeriodDays),
    sunsetPhaseDays: Type.Optional(sunsetPhaseDays),
    requireMigrationGuide: flag("Whether a plan needs a migration guide."),
    requireSuccessorLink: flag("Whether a plan needs a successor."),
    requireApproval: flag("Whether a plan waits for an approval before it starts."),
    notifyOnAnnouncement: flag("Whether the owners of dependents are notified when a plan starts."),
    sendSunsetReminders: flag("Whether they are reminded before the sunset."),
    reminderDaysJson: Type.Optional(
      Type.String({
        maxLength: 2000,
        description: "A JSON array of days before the sunset, integers from 0 to 365.",
      }),
    ),
    preset: Type.Optional(
      Type.Enum([...deprecationPresetNames], {
        description:
          "Sets grace period, sunset phase and the three requirements together; fields that are sent as well take precedence.",
      }),
    ),
  },
  output: DeprecationPolicy,
  problems: ["ORG_OPERATION_DENIED", "PRECONDITION_FAILED"],
});
