import { eventTypes } from "./event-type.ts";
import { FieldNames } from "./event-fields.ts";

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
};
