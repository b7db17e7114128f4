import type { Fields } from "./fields.ts";

/** Where an agent works: its project is that of its context. */
export interface Workplace {
  readonly specId: string;
  readonly versionId: string;
}

/** A call of a tool that is not yet made. */
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
 * A kind of record that agents make and change. Every write puts one mark into several fields, so that
 * half a write would show.
 */
export interface RecordKind {
  readonly name: string;
  create(place: Workplace, mark: string): ToolCall;
  update(place: Workplace, record: KnownRecord, mark: string): ToolCall;
  remove(place: Workplace, record: KnownRecord): ToolCall;
  read(place: Workplace, id: string): ToolCall;
  list(place: Workplace): ToolCall;
  /** The record in the answer of a write, where it is not the answer itself. */
  recordOf?(answer: Fields): Fields;
  /** Every mark of a record that was read whole. */
  marksOf(record: Fields): readonly unknown[];
  /** The mark of one that was listed; null for one that no agent made. */
  markOf(item: Fields): string | null;
}
