import type { Fields } from "./fields.ts";

/** The place in which an agent works: its project is that of its context. */
export interface Workplace {
  readonly specId: string;
  readonly versionId: string;
}

/** A tool call before it is made. */
export interface ToolCall {
  readonly tool: string;
  readonly fields: Fields;
}

/** A record as it was last acknowledged. */
export interface KnownRecord {
  readonly id: string;
  readonly rowVersion: string;
}

/**
 * A kind of record that agents create and change. Every write puts one mark into several fields, so
 * that an incomplete write is visible.
 */
export interface RecordKind {
  readonly name: string;
  create(place: Workplace, mark: string): ToolCall;
  update(place: Workplace, record: KnownRecord, mark: string): ToolCall;
  remove(place: Workplace, record: KnownRecord): ToolCall;
  read(place: Workplace, id: string): ToolCall;
  list(place: Workplace): ToolCall;
  /** The record in the result of a write, if it is not the result itself. */
  recordOf?(answer: Fields): Fields;
  /** Every mark of a completely read record. */
  marksOf(record: Fields): readonly unknown[];
  /** The mark of a listed record; null for a record that no agent created. */
  markOf(item: Fields): string | null;
}
