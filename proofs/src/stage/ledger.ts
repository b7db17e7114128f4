import type { Verdict } from "./verdict.ts";

/** The kinds of record that the load writes; each has one mark in several fields. */
export type RecordKind = "environment" | "suite" | "case" | "file" | "key";

/** A record that was acknowledged or read. */
export interface Subject {
  readonly kind: RecordKind;
  readonly id: string;
  /** Version → the mark that was acknowledged or read at this version. */
  readonly marks: Map<number, string>;
  /** Of a key. */
  revoked: "no" | "maybe" | "yes";
}

/** A requested run. */
export interface AskedRun {
  /** Null until the response or the audit log contains it. */
  id: string | null;
  /** Null if no headers arrived: the run may exist or not. */
  readonly requestId: string | null;
  readonly cases: number;
  /** The end that was reported to the caller. */
  readonly reportedOutcome: string | null;
  /** The server that accepted it, and the time in milliseconds of Unix time. */
  readonly server: string;
  readonly sentAt: number;
}

/**
 * The knowledge of callers about one organization: acknowledged changes, and changes with an
 * unknown outcome.
 */
export interface Ledger {
  readonly subjects: Map<string, Subject>;
  /** Ids of records that were created before the load began. */
  readonly fixtures: ReadonlySet<string>;
  /** Marks of unanswered writes: each is complete or absent. */
  readonly unanswered: Set<string>;
  /** Request ids of acknowledged changes. */
  readonly promised: Map<string, string>;
  readonly runs: AskedRun[];
  /** Runs whose end was read, by id; the end never changes. */
  readonly ends: Map<string, string>;
  nextMark(): string;
  /** The records of a kind to choose from. */
  ofKind(kind: RecordKind): Subject[];
  /** Records that a version was acknowledged, or read, with a mark. */
  settle(verdict: Verdict, found: FoundRecord): Subject;
}

export interface FoundRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly version: number;
  readonly mark: string;
}

export function createLedger(tag: string, fixtures: readonly string[]): Ledger {
  const subjects = new Map<string, Subject>();
  let marks = 0;
  return {
    subjects,
    fixtures: new Set(fixtures),
    unanswered: new Set(),
    promised: new Map(),
    runs: [],
    ends: new Map(),
    nextMark() {
      marks += 1;
      return `${tag}m${marks}`;
    },
    ofKind: (kind) => [...subjects.values()].filter((subject) => subject.kind === kind),
    settle(verdict, { kind, id, version, mark }) {
      const known = subjects.get(id);
      const subject = known ?? { kind, id, marks: new Map<number, string>(), revoked: "no" };
      subjects.set(id, subject);
      const before = subject.marks.get(version);
      if (before !== undefined && before !== mark) {
        verdict.violate("one version was given to two writes", { kind, id, version, before, mark });
      }
      subject.marks.set(version, mark);
      return subject;
    },
  };
}

/** The newest known version of a record. */
export function newestVersion(subject: Subject): number {
  return Math.max(...subject.marks.keys());
}
