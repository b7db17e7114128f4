// Generated from the declarations by `npm run contract`; not to be edited.

export const assertionOperators = [
  "equals",
  "notEquals",
  "greaterThan",
  "greaterOrEqual",
  "lessThan",
  "lessOrEqual",
  "between",
  "contains",
  "notContains",
  "startsWith",
  "endsWith",
  "matches",
  "notMatches",
  "in",
  "notIn",
  "exists",
  "notExists",
  "isEmpty",
  "isNotEmpty",
  "isType",
  "hasLength",
] as const;

export const assertionSources = ["status", "header", "jsonPath", "body", "duration"] as const;

export const reportFormats = ["junit", "json", "html"] as const;

export const reportMediaTypes = [
  "application/xml",
  "application/json",
  "text/html; charset=utf-8",
] as const;
