/** The lists of a project whose filter, order and columns can be kept under a name. */
export const viewedLists = [
  "specs",
  "endpoints",
  "components",
  "suites",
  "runs",
  "findings",
  "deprecations",
] as const;
export type ViewedList = (typeof viewedLists)[number];

/** How many views a person may keep in a project, and how many a project may share. */
export const maxViews = 50;
