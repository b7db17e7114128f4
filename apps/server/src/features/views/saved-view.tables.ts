import type { Json, Stamped } from "../../platform/database/column.types.ts";

export interface SavedViewRow extends Stamped {
  organizationId: string;
  projectId: string;
  id: string;
  list: string;
  name: string;
  /** The search parameters of the list's address. */
  search: Json<Record<string, string>>;
  /** null: everybody who sees the project sees the view. */
  ownerId: string | null;
}

/** The view that a list opens with, for one person. */
export interface SavedViewDefaultRow {
  organizationId: string;
  projectId: string;
  userId: string;
  list: string;
  viewId: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    savedView: SavedViewRow;
    savedViewDefault: SavedViewDefaultRow;
  }
}
