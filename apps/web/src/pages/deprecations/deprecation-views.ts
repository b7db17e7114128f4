/** The lists of the area; what is deprecated now has no name in the address. */
export const deprecationViews = ["plans", "callers", "consumers", "drift", "policy"] as const;
export type DeprecationView = (typeof deprecationViews)[number];
