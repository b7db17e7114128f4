/**
 * What the first line of a backup says. Lines are JSON; the whole is compressed with gzip and, from
 * version 2 on, ends with a message authentication code (`backup-mac.ts`).
 */
export interface BackupHeader {
  readonly kind: "header";
  readonly format: "lintel-backup";
  readonly version: 1 | 2;
  readonly region: string;
  readonly createdAt: string;
  /** The migrations that the database had seen. */
  readonly migrations: readonly string[];
  /** Identifies the master key without revealing it. */
  readonly masterKeyFingerprint: string;
}

/** The version that is written. Version 1 had no authentication code. */
export const backupVersion = 2;

/** Begins the rows of a table. Rows are arrays of texts, as the engine writes each value. */
export interface BackupTable {
  readonly kind: "table";
  readonly name: string;
  /** Version 1 also named each column's type, which nothing reads: types come from the schema. */
  readonly columns: readonly (string | { readonly name: string })[];
}

/** The last line: without it the file was cut off. */
export interface BackupEnd {
  readonly kind: "end";
  readonly rows: number;
  /** SHA-256 of all lines before this one, in hex. */
  readonly digest: string;
}

export type BackupRow = readonly (string | null)[];
export type BackupLine = BackupHeader | BackupTable | BackupEnd | BackupRow;

/** A backup that cannot be written or read; the message says what to do. */
export class BackupError extends Error {}
