const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });

/** The day of an instant in UTC, in which sunsets are given. */
export const showDay = (at: string): string => day.format(new Date(at));

/** The same as a field for dates has it. */
export const toDay = (at: string): string => at.slice(0, 10);

const dayMs = 86_400_000;

/** The first day in UTC that begins at an instant or after it. */
export const firstDayFrom = (at: string): string =>
  toDay(new Date(Math.ceil(Date.parse(at) / dayMs) * dayMs).toISOString());
