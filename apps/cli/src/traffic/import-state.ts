import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { usageFailure } from "../outcome/failure.ts";
import { writeWhole } from "../output/write-whole.ts";

/** How far a log was counted. A log is known by its content, so that it can be renamed, grow or be compressed. */
export interface Progress {
  /** The service and the project. */
  readonly place: string;
  /** How many lines were counted, or were being counted when the import ended. */
  readonly lines: number;
  /** The digest of these lines. */
  readonly digest: string;
  /** The line from which they may not have been counted; null: all were. */
  readonly unsureFrom: number | null;
}

export interface ImportState {
  list(place: string): readonly Progress[];
  /** Replaces what is known of a log. */
  note(before: Progress | null, after: Progress): void;
}

/** The oldest logs are forgotten. */
const maxLogs = 2000;

/** @throws Failure if the file has other content */
export function openImportState(file: string, isKept: boolean): ImportState {
  let entries = readEntries(file);
  return {
    list: (place) => entries.filter((entry) => entry.place === place),
    note(before, after) {
      entries = [...entries.filter((entry) => entry !== before), after].slice(-maxLogs);
      if (isKept) writeWhole(file, `${JSON.stringify(entries, null, 1)}\n`);
    },
  };
}

function readEntries(file: string): Progress[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (Array.isArray(value)) return value as Progress[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
  }
  throw usageFailure(
    `${file} does not have the state of imports.`,
    "Choose another file with --state. Without the state, a log that has grown would be counted twice in part.",
  );
}

/** A digest of lines that are added one by one. */
export function createLineDigest() {
  const hash = createHash("sha256");
  return {
    add: (line: string) => void hash.update(line).update("\n"),
    read: () => hash.copy().digest("hex"),
  };
}
