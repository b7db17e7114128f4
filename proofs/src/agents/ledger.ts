import type { Fields } from "./fields.ts";
import type { RecordKind } from "./record-kind.ts";

/** A record of one agent, which nobody else changes. */
export interface OwnRecord {
  readonly kind: RecordKind;
  readonly id: string;
  mark: string;
  rowVersion: string;
  /** How often it was written: so many entries the audit log has. */
  changes: number;
  isThere: boolean;
}

/** A write whose answer never came, and that may not be repeated. */
export interface OpenWrite {
  readonly kind: RecordKind;
  readonly step: "create" | "update" | "remove";
  readonly mark: string;
  /** null for a record that was to be made. */
  readonly record: OwnRecord | null;
}

/** What an agent knows of its records. */
export interface OwnLedger {
  readonly records: OwnRecord[];
  /** Until they are looked up, their records are left alone. */
  readonly open: OpenWrite[];
  nextMark(): string;
  /** Those of a kind that can be changed. */
  changeable(kind: RecordKind): OwnRecord[];
  add(kind: RecordKind, record: Fields, mark: string): void;
}

export function createOwnLedger(tag: string): OwnLedger {
  const records: OwnRecord[] = [];
  const open: OpenWrite[] = [];
  let marks = 0;
  return {
    records,
    open,
    nextMark() {
      marks += 1;
      return `${tag}m${marks}`;
    },
    changeable: (kind) =>
      records.filter(
        (record) =>
          record.kind === kind && record.isThere && !open.some((write) => write.record === record),
      ),
    add(kind, { id, rowVersion }, mark) {
      const known = { id: String(id), rowVersion: String(rowVersion) };
      records.push({ kind, ...known, mark, changes: 1, isThere: true });
    },
  };
}

/** Notes that a record was changed. */
export function noteUpdate(record: OwnRecord, { rowVersion }: Fields, mark: string): void {
  record.mark = mark;
  record.rowVersion = String(rowVersion);
  record.changes += 1;
}

export function noteRemoval(record: OwnRecord): void {
  record.isThere = false;
  record.changes += 1;
}
