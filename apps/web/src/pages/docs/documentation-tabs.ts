/** The parts of a documentation; the first is shown if the address names none. */
export const documentationTabs = ["versions", "settings", "feedback"] as const;
export type DocumentationTab = (typeof documentationTabs)[number];

/** What the address of a page can ask for instead of the page as readers see it. */
export const docPageModes = ["edit", "history"] as const;
export type DocPageMode = (typeof docPageModes)[number];
