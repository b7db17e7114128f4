import Type from "typebox";
import { deprecationPhases } from "../words/deprecation.ts";
import { Id, nullable, Timestamp } from "../shapes/common.ts";
import { EntityType } from "../shapes/deprecation.ts";
import { eventTypes } from "./event-type.ts";
import { Count, FieldNames } from "./event-fields.ts";

const ofPlan = {
  specId: Id,
  entityType: EntityType,
  entityId: Id,
  phase: Type.Enum([...deprecationPhases]),
  sunsetAt: Timestamp,
};

export const deprecationEvents = {
  ...eventTypes(
    {
      category: "Deprecation",
      permission: "specs:read",
      isAudited: true,
      subjects: ["deprecationPlan"],
    },
    {
      "deprecation.requested": ofPlan,
      "deprecation.announced": ofPlan,
      "deprecation.reviewed": { ...ofPlan, decision: Type.Enum(["approve", "reject"]) },
      "deprecation.updated": { ...ofPlan, changed: FieldNames },
      "deprecation.sunset_started": { ...ofPlan, dueAt: Timestamp },
      "deprecation.retired": { ...ofPlan, dueAt: Timestamp, isEarly: Type.Boolean() },
      "deprecation.forced": ofPlan,
      "deprecation.cancelled": ofPlan,
      "deprecation.brown_out_set": { ...ofPlan, endsAt: nullable(Timestamp) },
    },
  ),
  ...eventTypes(
    {
      category: "Deprecation",
      permission: "specs:read",
      isAudited: false,
      subjects: ["deprecationPlan"],
    },
    {
      "deprecation.reminder_due": { ...ofPlan, daysBefore: Count },
      "deprecation.callers_remain": { ...ofPlan, consumers: Count },
    },
  ),
  ...eventTypes(
    {
      category: "Deprecation",
      permission: "specs:read",
      isAudited: true,
      subjects: ["specVersion"],
    },
    {
      "deprecation.owners_notified": { specId: Id, sent: Count },
      "spec_version.sunset_set": { specId: Id },
    },
  ),
  ...eventTypes(
    {
      category: "Deprecation",
      permission: "org:read",
      isAudited: true,
      subjects: ["organization"],
    },
    { "deprecation_policy.updated": { changed: FieldNames } },
  ),
  ...eventTypes(
    {
      category: "Deprecation",
      permission: "specs:read",
      isAudited: true,
      subjects: ["project"],
    },
    {
      "usage.reported": { calls: Count },
      "consumer.saved": { consumers: Count },
      "consumer.deleted": { consumers: Count },
    },
  ),
};
