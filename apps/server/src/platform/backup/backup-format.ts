import { deriveKey, type MasterKey } from "../crypto/master-key.ts";

/** What the first line of a backup says. Lines are JSON, the whole is compressed with gzip. */
export interface BackupHeader {
  readonly kind: "header";
  readonly format: "lintel-backup";
  readonly version: 1;
  readonly region: string;
  readonly createdAt: string;
  /** The migrations that the database had seen. */
  readonly migrations: readonly string[];
  /** Tells one master key from another, and nothing else of it. */
  readonly masterKeyFingerprint: string;
}

/** Begins the rows of a table. Rows are arrays of texts, as the engine writes each value. */
export interface BackupTable {
  readonly kind: "table";
  readonly name: string;
  readonly columns: readonly BackupColumn[];
}

export interface BackupColumn {
  readonly name: string;
  /** The engine's own name of the type, such as `timestamp(3) with time zone`. */
  readonly type: string;
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

export function fingerprintKey(master: MasterKey): string {
  return deriveKey(master, "fingerprint").subarray(0, 16).toString("hex");
}
