import type { ColumnType } from "kysely";

/** Both engines return 64-bit integers as text, so that they are not rounded. */
export type Bigint = ColumnType<string, string | number, string | number>;
export type At = ColumnType<Date, Date, Date>;
/**
 * JSON that is stored unchanged (`json`, never `jsonb`). Text is written, the parsed value is read.
 */
export type Json<T> = ColumnType<T, string, string>;

export interface Stamped {
  createdAt: At;
  modifiedAt: At;
  rowVersion: Bigint;
}
