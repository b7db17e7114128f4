import type { Verdict } from "./verdict.ts";

/** The records that the load writes; each carries one mark in several of its fields. */
export type RecordKind = "environment" | "suite" | "case" | "file" | "key";

/** A record that was acknowledged, or that was once read. */
export interface Subject {
  readonly kind: RecordKind;
  readonly id: string;
  /** Version → the mark that was acknowledged, or read, at it. */
  readonly marks: Map<number, string>;
  /** Of a key. */
  revoked: "no" | "maybe" | "yes";
}

/** A run that was asked for. */
export interface AskedRun {
  /** Null until the answer, or the audit log, tells it. */
  id: string | null;
  /** Null where no header came back: it may exist or not. */
  readonly requestId: string | null;
  readonly cases: number;
  /** What the caller was told at its end. */
  readonly toldOutcome: string | null;
  /** Which server took it, and when. Milliseconds of Unix time. */
  readonly server: string;
  readonly sentAt: number;
}

/** What callers know of one organization: what was promised to them, and what may have happened. */
export interface Ledger {
  readonly subjects: Map<string, Subject>;
  /** Ids of what was made for the load before it began. */
  readonly fixtures: ReadonlySet<string>;
  /** Marks of writes that were not answered: each is there whole, or not at all. */
  readonly unanswered: Set<string>;
  /** Request ids of the answers that promised a change. */
  readonly promised: Map<string, string>;
  readonly runs: AskedRun[];
  /** Runs whose end was read, by id: it never changes again. */
  readonly ends: Map<string, string>;
  nextMark(): string;
  /** The subjects of a kind, to choose from. */
  ofKind(kind: RecordKind): Subject[];
  /** Notes that a version of a record was acknowledged, or read, with a mark. */
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

/** The newest version of a record that anyone was told of. */
export function newestVersion(subject: Subject): number {
  return Math.max(...subject.marks.keys());
}
