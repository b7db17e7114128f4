// How a comparison of two documents evaluates what changed.

export const changeSeverities = ["breaking", "warn", "info"] as const;
export type ChangeSeverity = (typeof changeSeverities)[number];

/** What a rule of the comparison can be set to. */
export const compareSettings = ["off", "info", "warn", "breaking"] as const;

export const changeVerdicts = ["breaking", "warn", "safe"] as const;
export type ChangeVerdict = (typeof changeVerdicts)[number];

export const semverBumps = ["major", "minor", "patch", "none"] as const;
export type SemverBump = (typeof semverBumps)[number];

export const entryStatuses = [
  "added",
  "removed",
  "modified",
  "documentationOnly",
  "unchanged",
] as const;
export type EntryStatus = (typeof entryStatuses)[number];
