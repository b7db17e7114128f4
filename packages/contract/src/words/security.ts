/** How bad a weakness is, the worst first. */
export const severities = ["critical", "high", "medium", "low", "info"] as const;
export type Severity = (typeof severities)[number];

/** How sure a scan is that a finding is one. */
export const confidences = ["low", "medium", "high"] as const;
export type Confidence = (typeof confidences)[number];

/** What people, and later scans, make of a finding. */
export const findingStatuses = [
  "open",
  "inProgress",
  "fixed",
  "falsePositive",
  "acceptedRisk",
  "duplicate",
] as const;
export type FindingStatus = (typeof findingStatuses)[number];

/** The statuses that count: of scores, of open findings, and of what is still to be done. */
export const openStatuses: readonly FindingStatus[] = ["open", "inProgress"];

export const scanRunStatuses = ["queued", "running", "completed", "failed", "cancelled"] as const;
export type ScanRunStatus = (typeof scanRunStatuses)[number];

export const scanTriggers = ["manual", "scheduled", "api"] as const;
export type ScanTrigger = (typeof scanTriggers)[number];

/** Where a request can contain the key of an identity. */
export const keyPlaces = ["header", "query", "cookie"] as const;
export type KeyPlace = (typeof keyPlaces)[number];

/** Where in a request or an answer a weakness is. */
export const placeLocations = ["path", "query", "header", "cookie", "body", "host"] as const;
export type PlaceLocation = (typeof placeLocations)[number];

/** What happened to a finding. */
export const findingChangeKinds = ["found", "triaged", "fixed", "reopened"] as const;
export type FindingChangeKind = (typeof findingChangeKinds)[number];

/** What findings can be sorted by. A minus sign before it reverses the order. */
export const findingSorts = [
  "severity",
  "createdAt",
  "modifiedAt",
  "status",
  "owaspCategory",
  "title",
  "path",
] as const;
export type FindingSort = (typeof findingSorts)[number];
