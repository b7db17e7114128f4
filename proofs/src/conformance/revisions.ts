/** The served revisions of the protocol, by the suite's names of their requirements. */
export const revisions = ["2026-07-28", "2025-11-25"] as const;

export type Revision = (typeof revisions)[number];
