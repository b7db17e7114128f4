export const componentTabs = ["form", "json", "example", "usage", "problems"] as const;
export type ComponentTab = (typeof componentTabs)[number];
