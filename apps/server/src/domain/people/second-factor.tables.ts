import type { ColumnType } from "kysely";
import type { At, Bigint, Json } from "../../platform/database/column.types.ts";

export interface SecondFactorRow {
  userId: string;
  /** In base32. */
  sealedSecret: string;
  recoveryDigests: Json<string[]>;
  /** The time step of the last accepted code. */
  lastStep: Bigint;
  createdAt: At;
  /** null until a code proved that the app has the secret. */
  enabledAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    secondFactor: SecondFactorRow;
  }
}
