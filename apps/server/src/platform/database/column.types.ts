import type { ColumnType } from "kysely";

/** 64-bit integers arrive as text from both engines, so that none is rounded. */
export type Bigint = ColumnType<string, string | number, string | number>;
export type At = ColumnType<Date, Date, Date>;
/** JSON kept as it was written (`json`, never `jsonb`): text goes in, the parsed value comes out. */
export type Json<T> = ColumnType<T, string, string>;

export interface Stamped {
  createdAt: At;
  modifiedAt: At;
  rowVersion: Bigint;
}
