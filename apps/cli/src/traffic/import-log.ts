import { guessFormat, type LogFormat } from "@lintel/traffic/access-log";
import { countCalls, isCountable, type CountOptions, type UsageEntry } from "./count-calls.ts";
import { createLineDigest, type ImportState, type Progress } from "./import-state.ts";
import { readLogLines } from "./log-lines.ts";

/** Lines that are counted together. */
const chunkLines = 50_000;

/** Entries of a batch, as many as the service takes. */
const batchEntries = 1000;

export interface LogImport extends Omit<CountOptions, "format"> {
  readonly format: LogFormat | null;
  readonly place: string;
  readonly state: ImportState;
  /** Counts a batch once, however often it is sent. */
  send(batchId: string, calls: UsageEntry[]): Promise<void>;
  onProgress(lines: number): void;
}

/** Counts the lines of a log that were not counted before. */
export async function importLog(file: string, options: LogImport): Promise<void> {
  const { place, state, tally } = options;
  let progress = await findProgress(file, state.list(place));
  const start = progress?.unsureFrom ?? progress?.lines ?? 0;
  tally.skipped += start;
  const digest = createLineDigest();
  let at = 0;
  let end = (progress?.unsureFrom ?? null) === null ? nextEnd(start) : (progress?.lines ?? 0);
  let lines: string[] = [];
  const finish = async () => {
    progress = await countChunk({
      ...options,
      lines,
      from: at - lines.length,
      to: at,
      progress,
      digest: digest.read(),
    });
    options.onProgress(lines.length);
    lines = [];
    end = nextEnd(at);
  };
  for await (const line of readLogLines(file)) {
    digest.add(line);
    at += 1;
    if (at <= start) continue;
    lines.push(line);
    if (at === end) await finish();
  }
  if (lines.length > 0) await finish();
}

/** Chunks end at the same lines in every import of the same log. */
const nextEnd = (lines: number) => (Math.floor(lines / chunkLines) + 1) * chunkLines;

interface Chunk extends LogImport {
  readonly lines: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly progress: Progress | null;
  /** Of all lines up to the end of the chunk. */
  readonly digest: string;
}

async function countChunk(chunk: Chunk): Promise<Progress> {
  const { lines, from, to, place, state, digest } = chunk;
  const format = chunk.format ?? guessFormat(lines[0] ?? "");
  const entries = countCalls(lines, { ...chunk, format });
  // Before it is sent: after a failure the same lines are sent again under the same names, also if the log has grown.
  const begun = { place, lines: to, digest, unsureFrom: from };
  state.note(chunk.progress, begun);
  for (let at = 0; at < entries.length; at += batchEntries) {
    const calls = entries
      .slice(at, at + batchEntries)
      .filter(({ occurredAt }) => isCountable(Date.parse(occurredAt), chunk.now));
    if (calls.length > 0)
      await chunk.send(`log-${digest.slice(0, 48)}-${at / batchEntries}`, calls);
  }
  const after = { ...begun, unsureFrom: null };
  state.note(begun, after);
  return after;
}

/** What was counted of a log that begins with the same lines; of several, the most. */
async function findProgress(file: string, known: readonly Progress[]): Promise<Progress | null> {
  const most = Math.max(0, ...known.map(({ lines }) => lines));
  if (most === 0) return null;
  const byLines = Map.groupBy(known, ({ lines }) => lines);
  const digest = createLineDigest();
  let found: Progress | null = null;
  let at = 0;
  for await (const line of readLogLines(file)) {
    digest.add(line);
    at += 1;
    const candidates = byLines.get(at);
    const present = candidates === undefined ? "" : digest.read();
    found = candidates?.find((candidate) => candidate.digest === present) ?? found;
    if (at >= most) break;
  }
  return found;
}
