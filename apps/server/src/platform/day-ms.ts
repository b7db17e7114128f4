/** The milliseconds of a day of 24 hours, whatever the calendar does. */
export const dayMs = 86_400_000;
