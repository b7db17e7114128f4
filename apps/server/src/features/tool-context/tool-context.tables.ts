import type { At, Json } from "../../platform/database/column.types.ts";

/** The tool context of a credential. */
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
    oauthToolContext: ToolContextRow;
  }
}
