import type { Json, Stamped } from "../../platform/database/column.types.ts";

export interface EnvironmentRow extends Stamped {
  organizationId: string;
  projectId: string;
  id: string;
  position: number;
  name: string;
  type: string;
  baseUrl: string;
  isReadOnly: boolean;
  secretOrigins: Json<string[]>;
  oauthTokenUrl: string | null;
  variables: Json<StoredVariable[]>;
  variableCount: number;
}

/** A variable at rest: a secret has `sealed` instead of `value`. */
export interface StoredVariable {
  name: string;
  isSecret: boolean;
  value?: unknown;
  sealed?: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    environment: EnvironmentRow;
  }
}
