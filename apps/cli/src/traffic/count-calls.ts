import type { CallOf } from "@lintel/contract/operation";
import type { reportUsage } from "@lintel/contract/operations/usage";
import type { TrafficOperation } from "@lintel/contract/shapes/traffic";
import { readLine, type LogFormat } from "@lintel/traffic/access-log";
import type { Matcher } from "@lintel/traffic/create-matcher";
import { normalisePath } from "@lintel/traffic/normalise-path";
import { maxLineLength } from "./log-lines.ts";

export type UsageEntry = CallOf<typeof reportUsage>["calls"][number];

/** What was found in logs, for the summary. */
export interface Tally {
  lines: number;
  matched: number;
  tooOld: number;
  unmatched: number;
  unreadable: number;
  /** Of scans of Lintel, which are no callers. */
  scans: number;
  skipped: number;
  readonly unmatchedPaths: Map<string, number>;
}

export const makeTally = (): Tally => ({
  lines: 0,
  matched: 0,
  tooOld: 0,
  unmatched: 0,
  unreadable: 0,
  scans: 0,
  skipped: 0,
  unmatchedPaths: new Map(),
});

export interface CountOptions {
  readonly matcher: Matcher<TrafficOperation>;
  readonly format: LogFormat;
  readonly consumerField: string | undefined;
  readonly tally: Tally;
  readonly now: number;
}

const dayMs = 24 * 3600 * 1000;

/** The most different paths that are remembered for the summary. */
const maxPaths = 1000;

/**
 * One entry for each operation, day and caller. The entries and their order depend on the lines alone: a repeat makes the
 * same batches, whenever it happens.
 */
export function countCalls(lines: readonly string[], options: CountOptions): UsageEntry[] {
  const { matcher, format, consumerField, tally, now } = options;
  const entries = new Map<string, UsageEntry>();
  for (const line of lines) {
    tally.lines += 1;
    const call = line.length > maxLineLength ? null : readLine(line, format, consumerField);
    if (call === null) {
      tally.unreadable += 1;
      continue;
    }
    if (call.isScan) {
      tally.scans += 1;
      continue;
    }
    const [operation] = matcher.matchAll(call.method, call.target);
    if (operation === undefined) {
      noteUnmatched(tally, `${call.method} ${normalisePath(call.target)}`);
      continue;
    }
    if (isCountable(call.at, now)) tally.matched += 1;
    else tally.tooOld += 1;
    add(entries, operation, call.at, call.consumer);
  }
  return [...entries.values()];
}

/** The times that the service accepts, with a minute to send them. */
export const isCountable = (at: number, now: number): boolean =>
  at > now - 35 * dayMs + 60_000 && at < now + 4 * 60_000;

function add(
  entries: Map<string, UsageEntry>,
  { specId, method, template }: TrafficOperation,
  at: number,
  consumer: string | null,
): void {
  const occurredAt = new Date(at).toISOString();
  const key = JSON.stringify([specId, method, template, occurredAt.slice(0, 10), consumer]);
  const before = entries.get(key);
  const latest =
    before !== undefined && before.occurredAt > occurredAt ? before.occurredAt : occurredAt;
  entries.set(key, {
    specId,
    method,
    path: template,
    consumer: consumer === null ? null : consumer.slice(0, 4096),
    occurredAt: latest,
    count: (before?.count ?? 0) + 1,
  });
}

function noteUnmatched(tally: Tally, path: string): void {
  tally.unmatched += 1;
  const form = path
    .replaceAll(/\/(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,})(?=\/|$)/gi, "/{}")
    .slice(0, 200);
  const { unmatchedPaths } = tally;
  if (unmatchedPaths.has(form) || unmatchedPaths.size < maxPaths)
    unmatchedPaths.set(form, (unmatchedPaths.get(form) ?? 0) + 1);
}
