import type { At } from "../../platform/database/column.types.ts";

/** Where a window of a person is; unlogged. */
export interface PresenceRow {
  organizationId: string;
  tabId: string;
  projectId: string;
  /** `suite:` and the id. */
  place: string;
  userId: string;
  seenAt: At;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    presence: PresenceRow;
  }
}
