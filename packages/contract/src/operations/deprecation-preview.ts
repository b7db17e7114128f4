import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { nullable, record, Timestamp } from "../shapes/common.ts";
import { DeprecationUsage, EntityType } from "../shapes/deprecation.ts";
import { idOf } from "../shapes/design.ts";

export const previewDeprecation = operation({
  name: "previewDeprecation",
  title: "Preview a deprecation plan",
  summary:
    "Check before you deprecate: what the policy would refuse, the earliest sunset, who would be notified and why, and who still calls. Nothing is stored or sent.",
  group: "Deprecation",
  permission: "specs:write",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "preview_deprecation", toolset: "deprecation" },
  rest: { method: "GET", path: "/api/projects/{projectId}/specs/{specId}/deprecation-preview" },
  input: {
    specId: idOf("The specification."),
    entityType: EntityType,
    entityId: idOf("The endpoint or the version."),
    sunsetAt: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          "When it would end: an instant with an offset (ISO 8601), or a date, which is 00:00 UTC. Default: the earliest that the policy allows.",
      }),
    ),
    hasMigrationGuide: Type.Optional(
      Type.Boolean({ default: false, description: "Whether it would have a migration guide." }),
    ),
    successorEndpointId: Type.Optional(idOf("The endpoint that would replace it.")),
    successorSpecId: Type.Optional(idOf("The specification that would replace it.")),
    usageDaysBack: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 400,
        default: 30,
        description: "How many days of calls to count.",
      }),
    ),
  },
  output: record({
    entityLabel: Type.String({
      description: "The method and path of the endpoint, or the name of the version.",
    }),
    livePlanId: nullable(
      Type.String({ format: "uuid", description: "The plan that it has already." }),
    ),
    violations: Type.Array(
      record({
        code: Type.String({ description: "Such as SUNSET_TOO_EARLY." }),
        field: Type.String({ description: "The field to change." }),
        message: Type.String(),
      }),
    ),
    requiresApproval: Type.Boolean({ description: "Whether the plan would wait for an approval." }),
    earliestSunsetAt: Timestamp,
    sunsetAt: Timestamp,
    sunsetPhaseStartsAt: Timestamp,
    recipients: Type.Array(
      record({
        email: Type.String(),
        reasons: Type.Array(Type.String(), { description: "Why the person would be notified." }),
      }),
      { description: "The owners of what depends on it." },
    ),
    usage: DeprecationUsage,
  }),
  problems: [],
});
