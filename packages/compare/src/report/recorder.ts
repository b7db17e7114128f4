import type { ChangeSeverity as Severity } from "@lintel/contract/words/comparison";
import { writePointer, type Location } from "@lintel/json/place";
import type { Change, Direction } from "../model/result.types.ts";
import type { Rule, SeveritySetting } from "../model/rule.types.ts";
import { clipValue, nameValue } from "./clip-value.ts";
import { explainEffect, evaluateSeverity } from "./rule-severity.ts";
import { beginCoverage, type Coverage } from "./coverage.ts";
import { beginTally, mark, type Tally } from "./tally.ts";

export interface Finding {
  readonly rule: Rule;
  readonly direction: Direction | null;
  /** In the new document; for removed parts, in the old one. */
  readonly at: Location;
  readonly tally: Tally;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The name in the sentence: a property, a parameter, a keyword. */
  readonly name?: string;
  /** For the sentence, if the values themselves are not readable. */
  readonly words?: { readonly before?: string; readonly after?: string };
  /** Limits that override the rule: opaque places warn, unused ones inform. */
  readonly cap?: "at-least-warn" | "info";
  /** How a client is affected, if it differs from the rule's text. */
  readonly reason?: string;
  /** Whether it covers everything below `at`, or only `at` itself. */
  readonly isWhole?: boolean;
  /** Other places that it covers, such as the old place of a moved part. */
  readonly also?: readonly Location[];
}

/** The endpoint under comparison, which names the changes that are first found there. */
export interface Scope {
  readonly method: string | null;
  readonly path: string | null;
}

/** Takes findings in order, and keeps a limited number of changes. */
export interface Recorder {
  scope: Scope;
  record(finding: Finding): void;
  /** All places with a finding, including findings of disabled rules. */
  readonly coverage: Coverage;
  finish(): {
    readonly changes: Change[];
    readonly counts: Record<Severity, number>;
    readonly omittedChanges: number;
    /** By schema of `components`, the tally of its changes. */
    readonly schemaSeverities: ReadonlyMap<string, Tally>;
    readonly total: Tally;
  };
}

const order: readonly Severity[] = ["breaking", "warn", "info"];

export function createRecorder(
  settings: Readonly<Record<string, SeveritySetting>>,
  maximumChanges: number,
): Recorder {
  const kept: Record<Severity, Change[]> = { breaking: [], warn: [], info: [] };
  const counts: Record<Severity, number> = { breaking: 0, warn: 0, info: 0 };
  const seen = new Set<string>();
  const schemas = new Map<string, Tally>();
  const total = beginTally();
  const coverage = beginCoverage();
  const recorder: Recorder = {
    scope: { method: null, path: null },
    coverage,
    record(finding) {
      const { rule, tally, direction } = finding;
      const pointer = writePointer(finding.at);
      coverage.add(pointer, finding);
      for (const other of finding.also ?? []) coverage.add(writePointer(other), finding);
      const severity = cap(evaluateSeverity(rule, direction, settings), finding);
      if (severity === null) return;
      const isDocumentation = rule.effect === "documents";
      mark(tally, severity, isDocumentation);
      mark(total, severity, isDocumentation);
      const key = `${rule.name} ${direction} ${finding.name ?? ""} ${pointer}`;
      // A part that several schemas share is found in each of them, and reported once.
      if (seen.has(key)) return;
      seen.add(key);
      markSchema(schemas, pointer, severity, isDocumentation);
      counts[severity] += 1;
      if (kept[severity].length >= maximumChanges) return;
      kept[severity].push(describe(finding, severity, pointer, recorder.scope));
    },
    finish() {
      const changes = order.flatMap((severity) => kept[severity]).slice(0, maximumChanges);
      const all = counts.breaking + counts.warn + counts.info;
      return {
        changes,
        counts,
        omittedChanges: all - changes.length,
        schemaSeverities: schemas,
        total,
      };
    },
  };
  return recorder;
}

function cap(severity: Severity | null, { cap: bound, rule }: Finding): Severity | null {
  if (bound === undefined || severity === null || rule.effect === "documents") return severity;
  if (bound === "info") return "info";
  return severity === "info" ? "warn" : severity;
}

function markSchema(
  schemas: Map<string, Tally>,
  pointer: string,
  severity: Severity,
  isDocumentation: boolean,
): void {
  const name = /^\/components\/schemas\/([^/]+)/.exec(pointer)?.[1];
  if (name === undefined) return;
  const tally = schemas.get(name) ?? beginTally();
  schemas.set(name, tally);
  mark(tally, severity, isDocumentation);
}

function describe(finding: Finding, severity: Severity, pointer: string, scope: Scope): Change {
  const { rule, direction, before, after, words } = finding;
  const filled: Readonly<Record<string, string>> = {
    before: words?.before ?? nameValue(before),
    after: words?.after ?? nameValue(after),
    name: finding.name ?? "it",
  };
  const sentence = rule.says.replace(
    /\{(before|after|name)\}/g,
    (_, hole: string) => filled[hole] ?? "",
  );
  return {
    rule: rule.name,
    severity,
    direction,
    ...scope,
    pointer,
    message: `${sentence} ${finding.reason ?? explainEffect(rule, direction)}`,
    before: clipValue(before),
    after: clipValue(after),
  };
}
