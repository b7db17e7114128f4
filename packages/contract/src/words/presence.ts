/** What pages show on which people see each other. */
export const presencePlaces = ["specVersion", "docPage", "suite", "finding"] as const;
export type PresencePlace = (typeof presencePlaces)[number];

/** How often a visible page says that it is open. Milliseconds. */
export const presenceBeatMs = 15_000;

/**
 * After how long without that a person is no longer there: two beats may be late. Another page learns it at its next
 * beat, so that a person disappears within 50 seconds.
 */
export const presenceEndsMs = 35_000;
