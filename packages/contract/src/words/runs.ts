/** What a run does after a case that failed: go on, skip the rest, or end what is under way as well. */
export const onErrorModes = ["ignore", "stop", "abort"] as const;
export type OnError = (typeof onErrorModes)[number];
