/** What a run does after a case that failed: go on, skip the rest, or end what is under way as well. */
export const onErrorModes = ["ignore", "stop", "abort"] as const;
export type OnError = (typeof onErrorModes)[number];

/** What started a run: a person in the web app, an API key such as that of a pipeline, or an agent or app of a person. */
export const runTriggers = ["manual", "api", "agent"] as const;
export type RunTrigger = (typeof runTriggers)[number];

/** How a case differs between two runs, the worst first. */
export const runChanges = ["broken", "changed", "added", "removed", "fixed", "same"] as const;
export type RunChange = (typeof runChanges)[number];
