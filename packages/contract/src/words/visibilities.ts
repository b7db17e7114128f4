/** Who may read a version of a documentation. */
export const visibilities = ["internal", "authenticated", "public"] as const;
export type Visibility = (typeof visibilities)[number];
