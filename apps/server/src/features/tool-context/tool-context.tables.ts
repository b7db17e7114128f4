import type { At, Json } from "../../platform/database/column.types.ts";

/** What an agent works in, by its credential. */
export interface ToolContextRow {
  organizationId: string;
  keyId: string;
  projectId: string | null;
  toolsets: Json<string[]>;
  modifiedAt: At;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    toolContext: ToolContextRow;
  }
}
