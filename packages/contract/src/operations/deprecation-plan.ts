import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { ifMatchOf, nullable, page, pagingInput, record, wholeList } from "../shapes/common.ts";
import {
  DeprecationItem,
  DeprecationPlan,
  DeprecationUsage,
  EntityType,
  ListedDeprecationPlan,
} from "../shapes/deprecation.ts";
import { idOf, textOf, withWarnings } from "../shapes/design.ts";
import { SpecVersion } from "../shapes/spec.ts";

const group = "Deprecation";
const toolset = "deprecation";
const ofSpec = "/api/projects/{projectId}/specs/{specId}";
const base = `${ofSpec}/deprecation-plans`;

const specId = idOf("The specification.");
const versionId = idOf("The version.");
const entityId = idOf("The endpoint or the version.");
const planId = idOf("The deprecation plan.");
const sunsetAt = (description: string) => Type.String({ maxLength: 40, description });
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

export const manageDeprecationPlan = operation({
  name: "manageDeprecationPlan",
  title: "Create, change or cancel a deprecation plan",
  summary:
    "Deprecate an endpoint or a published version with a sunset date, change its plan, or cancel it. An update keeps omitted fields and accepts only a later sunset.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "deprecation.updated",
  tool: { name: "manage_deprecation_plan", toolset, unlisted: ["ifMatch"] },
  rest: { method: "POST", path: base, at: { ifMatch: "header" } },
  input: {
    specId,
    ifMatch: ifMatchOf("the plan"),
    action: Type.Enum(["create", "update", "cancel"], { description: "What to do." }),
    entityType: Type.Optional(EntityType),
    entityId: Type.Optional(idOf("The endpoint or the version. Required for create.")),
    planId: Type.Optional(idOf("The deprecation plan. Required for update and cancel.")),
    sunsetAt: Type.Optional(
      sunsetAt(
        "When it ends: an instant with an offset (ISO 8601), or a date, which is 00:00 UTC. Required for create.",
      ),
    ),
    successorEndpointId: Type.Optional(idOf("The endpoint that replaces it.")),
    successorSpecId: Type.Optional(idOf("The specification that replaces it.")),
    migrationGuide: Type.Optional(
      textOf("How clients move to the successor, in Markdown.", 100_000),
    ),
    updateSuccessor: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "For update: whether to apply the successor fields; both are cleared if both are omitted.",
      }),
    ),
    enableRateLimiting: flag("Whether the rate limit is reduced in the sunset phase."),
    rateLimitReductionPercent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: "By how much the limit is reduced: 90 leaves a tenth of it. Default: 50.",
      }),
    ),
    enableWarningHeader: flag("Whether responses announce the sunset (RFC 8594). Default: true."),
    autoShutdown: flag("Whether calls are answered 410 from the sunset on."),
    softShutdownDays: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 365,
        description: "Days before the sunset with brown-outs of 410. Default: 7.",
      }),
    ),
  },
  output: withWarnings({ plan: DeprecationPlan }),
  problems: [
    "PRECONDITION_FAILED",
    "DEPRECATION_POLICY_VIOLATION",
    "ALREADY_DEPRECATED",
    "SUNSET_NOT_LATER",
    "INVALID_PHASE",
  ],
});

export const getDeprecationPlan = operation({
  name: "getDeprecationPlan",
  title: "Read a deprecation plan",
  summary:
    "Show the deprecation plan of an endpoint or a version, and with includeUsage who still calls it. The plan is null if nothing is planned.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "get_deprecation_plan", toolset },
  rest: { method: "GET", path: base },
  input: {
    specId,
    entityType: EntityType,
    entityId,
    includeUsage: Type.Optional(
      Type.Boolean({ default: false, description: "Whether to count its recent calls." }),
    ),
    usageDaysBack: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 400,
        default: 30,
        description: "How many days of calls to count.",
      }),
    ),
  },
  output: record({ plan: nullable(DeprecationPlan), usage: nullable(DeprecationUsage) }),
  problems: [],
});

export const listDeprecations = operation({
  name: "listDeprecations",
  title: "List deprecations",
  summary:
    "List every deprecated endpoint and published version of the organization with phase, sunset and days left.",
  group,
  permission: "specs:read",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "list_deprecations", toolset },
  rest: { method: "GET", path: "/api/deprecations" },
  input: {},
  output: wholeList(DeprecationItem),
  problems: ["ORG_OPERATION_DENIED"],
});

export const listDeprecationPlans = operation({
  name: "listDeprecationPlans",
  title: "List deprecation plans",
  summary:
    "List the deprecation plans of the project, also those that were rejected, cancelled or have ended, the newest first.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/projects/{projectId}/deprecation-plans" },
  input: { planId: Type.Optional(idOf("Only this plan.")), ...pagingInput },
  output: page(ListedDeprecationPlan),
  problems: [],
});

export const reviewDeprecationPlan = operation({
  name: "reviewDeprecationPlan",
  title: "Approve or reject a deprecation plan",
  summary:
    "Approve a plan that waits for approval, which starts its clock, or reject it with a comment, which is final. The person who asked for it may approve it as well.",
  group,
  permission: "specs:publish",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: true,
  event: "deprecation.reviewed",
  tool: { name: "review_deprecation_plan", toolset, unlisted: ["ifMatch"] },
  rest: { method: "POST", path: `${base}/{planId}/review`, at: { ifMatch: "header" } },
  input: {
    specId,
    planId,
    ifMatch: ifMatchOf("the plan"),
    action: Type.Enum(["approve", "reject"], { description: "The decision." }),
    comment: Type.Optional(textOf("Why. Required for reject.", 4000)),
  },
  output: DeprecationPlan,
  problems: [
    "PRECONDITION_FAILED",
    "COMMENT_REQUIRED",
    "INVALID_PHASE",
    "DEPRECATION_POLICY_VIOLATION",
  ],
});

export const retireDeprecation = operation({
  name: "retireDeprecation",
  title: "Retire early",
  summary:
    "End a deprecated endpoint or version before its sunset. Refused while consumers called it in the last seven days, unless confirmed.",
  group,
  permission: "specs:delete",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "deprecation.retired",
  tool: { name: "retire_deprecation", toolset, unlisted: ["ifMatch"] },
  rest: { method: "POST", path: `${base}/{planId}/retire`, at: { ifMatch: "header" } },
  input: {
    specId,
    planId,
    ifMatch: ifMatchOf("the plan"),
    confirmActiveConsumers: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Whether to retire although consumers called it in the last seven days.",
      }),
    ),
  },
  output: DeprecationPlan,
  problems: ["PRECONDITION_FAILED", "ACTIVE_CONSUMERS", "INVALID_PHASE"],
});

export const forceAdvanceDeprecation = operation({
  name: "forceAdvanceDeprecation",
  title: "Force a deprecation to its next phase",
  summary:
    "Move a plan from the grace period to the sunset phase, or from there to retired, without checks. The justification is audited.",
  group,
  permission: "org:manage-governance",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "deprecation.forced",
  tool: { name: "force_advance_deprecation", toolset, unlisted: ["ifMatch"] },
  rest: { method: "POST", path: `${ofSpec}/deprecation-advance`, at: { ifMatch: "header" } },
  input: {
    specId,
    entityType: EntityType,
    entityId,
    ifMatch: ifMatchOf("the plan"),
    justification: textOf("Why the checks are skipped.", 4000),
  },
  output: DeprecationPlan,
  problems: ["PRECONDITION_FAILED", "JUSTIFICATION_REQUIRED", "INVALID_PHASE"],
});

export const notifyDependentOwners = operation({
  name: "notifyDependentOwners",
  title: "Notify the owners of dependents",
  summary:
    "Send a message about the deprecations of a version to the owners of everything that depends on it.",
  group,
  permission: "specs:publish",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: true,
  event: "deprecation.owners_notified",
  tool: { name: "notify_dependent_owners", toolset, isOpenWorld: true },
  rest: { method: "POST", path: `${ofSpec}/versions/{versionId}/notify-dependents` },
  input: { specId, versionId },
  output: record({
    sent: Type.Integer({ minimum: 0, description: "How many messages were sent." }),
    recipients: Type.Array(record({ email: Type.String(), reasons: Type.Array(Type.String()) })),
    skipped: Type.Array(record({ email: nullable(Type.String()), reason: Type.String() })),
  }),
  problems: [],
});

export const setVersionSunset = operation({
  name: "setVersionSunset",
  title: "Set the sunset of a version",
  summary: "Give a published version a plain sunset date without a plan, or clear it.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "spec_version.sunset_set",
  tool: { name: "set_version_sunset", toolset },
  rest: { method: "PUT", path: `${ofSpec}/versions/{versionId}/sunset` },
  input: {
    specId,
    versionId,
    sunsetAt: Type.Optional(
      sunsetAt(
        "An instant with an offset (ISO 8601), or a date, which is 00:00 UTC. Omit to clear it.",
      ),
    ),
  },
  output: SpecVersion,
  problems: ["ALREADY_DEPRECATED"],
});
