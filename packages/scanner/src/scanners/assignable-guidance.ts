import type { Guidance } from "../findings/finding.types.ts";

const propertyLevel =
  "https://owasp.org/API-Security/editions/2023/en/0xa3-broken-object-property-level-authorization/";
const functionLevel =
  "https://owasp.org/API-Security/editions/2023/en/0xa5-broken-function-level-authorization/";

export const escalation: Guidance = {
  id: "SVC05002",
  name: "RoleCanBeSet",
  title: "A request can set its own role",
  severity: "critical",
  owasp: "API5:2023",
  cwe: [269, 915],
  description:
    "A member of the body that the document does not name sets the role or the rights of a record, and the answer shows the new value.",
  remediation:
    "Copy the members that a caller may set by name, refuse others with 400, and keep roles in an operation of their own.",
  references: [functionLevel, propertyLevel],
};

export const assignment: Guidance = {
  id: "SVC03003",
  name: "MassAssignment",
  title: "A request can set members that it should not",
  severity: "medium",
  owasp: "API3:2023",
  cwe: [915],
  description:
    "A member of the body that the document does not name, or names as read-only, is stored, and the answer shows the new value.",
  remediation: "Copy the members that a caller may set by name, and refuse others with 400.",
  references: [propertyLevel],
};
