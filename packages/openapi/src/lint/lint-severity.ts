export const lintSeverities = ["off", "warn", "error"] as const;
export type LintSeverity = (typeof lintSeverities)[number];
