/** Every audit event with the category under which the log can be filtered. */
export const auditEvents = {
  "organization.created": "Organization",
  "organization.updated": "Organization",
  "member.added": "User & Members",
  "member.role_changed": "User & Members",
  "member.removed": "User & Members",
  "member.project_role_changed": "User & Members",
  "api_key.created": "API Keys",
  "api_key.updated": "API Keys",
  "api_key.revoked": "API Keys",
  "project.created": "Projects",
  "project.updated": "Projects",
  "project.deleted": "Projects",
  "environment.created": "Tests",
  "environment.updated": "Tests",
  "environment.deleted": "Tests",
  "suite.created": "Tests",
  "suite.updated": "Tests",
  "suite.deleted": "Tests",
  "suite.reordered": "Tests",
  "suite.imported": "Tests",
  "case.created": "Tests",
  "case.updated": "Tests",
  "case.deleted": "Tests",
  "case.reordered": "Tests",
  "run.started": "Tests",
  "run.cancelled": "Tests",
  "operator.read": "Operator",
  "backup.created": "Operator",
  "backup.restored": "Operator",
} as const;

export type AuditEvent = keyof typeof auditEvents;
export type AuditCategory = (typeof auditEvents)[AuditEvent];

export const auditEventNames = Object.keys(auditEvents) as AuditEvent[];
export const auditCategories = [...new Set(Object.values(auditEvents))] as AuditCategory[];
