import type { ColumnType } from "kysely";
import type { At, Bigint, Json } from "../../platform/database/column.types.ts";

export interface PasskeyRow {
  id: string;
  userId: string;
  credentialId: string;
  /** COSE, in base64url. */
  publicKey: string;
  counter: Bigint;
  /** How a browser reaches the authenticator. */
  transports: Json<string[]>;
  name: string;
  backedUp: boolean;
  createdAt: At;
  lastUsedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    passkey: PasskeyRow;
  }
}
