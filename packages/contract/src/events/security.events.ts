import Type from "typebox";
import { eventTypes } from "./event-type.ts";
import { Id } from "../shapes/common.ts";
import { findingStatuses, severities } from "../words/security.ts";
import { Count, FieldNames } from "./event-fields.ts";

/** Which weakness, and which scan saw it. */
const seen = {
  scanRunId: Id,
  guidanceId: Type.String(),
  severity: Type.Enum([...severities]),
};

const ofSecurity = { category: "Security", permission: "security:read", isAudited: true } as const;

export const securityEvents = {
  ...eventTypes(
    { ...ofSecurity, subjects: ["scanProfile"] },
    {
      "scan_profile.created": {},
      "scan_profile.updated": { changed: FieldNames },
      "scan_profile.deleted": {},
    },
  ),
  ...eventTypes(
    { ...ofSecurity, subjects: ["finding"] },
    { "finding.updated": { changed: FieldNames, status: Type.Enum([...findingStatuses]) } },
  ),
  ...eventTypes(
    { ...ofSecurity, subjects: ["project"] },
    { "finding.triaged": { changed: FieldNames, findings: Count } },
  ),
  ...eventTypes(
    { ...ofSecurity, subjects: ["finding"], isAudited: false },
    { "finding.found": seen, "finding.reopened": seen, "finding.fixed": seen },
  ),
};
