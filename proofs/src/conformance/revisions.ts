/** The revisions of the protocol that are served, each as the suite names its requirements. */
export const revisions = ["2026-07-28", "2025-11-25"] as const;

export type Revision = (typeof revisions)[number];
