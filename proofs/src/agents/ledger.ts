import type { Fields } from "./fields.ts";
import type { RecordKind } from "./record-kind.ts";

/** A record of one agent, which no other agent changes. */
export interface OwnRecord {
  readonly kind: RecordKind;
  readonly id: string;
  mark: string;
  rowVersion: string;
  /** The number of its writes, which is also the number of its audit entries. */
  changes: number;
  isThere: boolean;
}

/** A write without a response that must not be repeated. */
export interface OpenWrite {
  readonly kind: RecordKind;
  readonly step: "create" | "update" | "remove";
  readonly mark: string;
  /** null for a create. */
  readonly record: OwnRecord | null;
}

/** The records of an agent, as far as it knows. */
export interface OwnLedger {
  readonly records: OwnRecord[];
  /** Their records are not changed until the outcomes are known. */
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
