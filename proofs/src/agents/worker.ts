import { isDeepStrictEqual } from "node:util";
import type { Random } from "../stage/random.ts";
import type { Verdict } from "../stage/verdict.ts";
import type { Agent, Outcome } from "./agent.ts";
import type { Fields } from "./fields.ts";
import { noteRemoval, noteUpdate, type OwnLedger, type OwnRecord } from "./ledger.ts";
import type { RecordKind, ToolCall, Workplace } from "./record-kind.ts";

/** A working agent: its selections, its records, and its next calls. */
export interface Worker {
  readonly agent: Agent;
  readonly verdict: Verdict;
  readonly random: Random;
  readonly place: Workplace;
  readonly kinds: readonly RecordKind[];
  readonly ledger: OwnLedger;
  /** Reads other than those of its records. */
  readonly reads: readonly ToolCall[];
  /** The result of get_context after its selection. */
  readonly context: Fields;
  /** The names of tools/list after its selection. */
  readonly tools: readonly string[];
}

/** Makes one call, with the checks that need no ledger. */
export async function workOnce(worker: Worker): Promise<void> {
  const { random, verdict } = worker;
  verdict.count("calls of agents");
  const step = random.pick(wheel);
  await step(worker);
}

const wheel = [
  ...repeat(4, checkContext),
  ...repeat(2, checkTools),
  ...repeat(4, readSomething),
  ...repeat(3, readRecord),
  ...repeat(4, createRecord),
  ...repeat(4, updateRecord),
  ...repeat(1, removeRecord),
];

function repeat<T>(times: number, value: T): T[] {
  return Array.from({ length: times }, () => value);
}

async function checkContext({ agent, verdict, context }: Worker): Promise<void> {
  const outcome = await agent.call({ tool: "get_context", fields: {} });
  const found = take(agent, verdict, "get_context", outcome);
  if (found === null) return;
  verdict.count("contexts compared");
  if (isDeepStrictEqual(found, context)) return;
  verdict.violate("a context differs from the selected one", { agent: agent.name, context, found });
}

async function checkTools({ agent, verdict, tools }: Worker): Promise<void> {
  const listed = await agent.listTools();
  if (listed === null) return;
  verdict.count("lists of tools compared");
  const names = listed.map(({ name }) => name);
  if (isDeepStrictEqual(names, tools)) return;
  verdict.violate("a list of tools differs from the selected one", { agent: agent.name, names });
}

async function readSomething({ agent, verdict, random, reads }: Worker): Promise<void> {
  const read = random.pick(reads);
  take(agent, verdict, read.tool, await agent.call(read));
}

async function readRecord(worker: Worker): Promise<void> {
  const { random, kinds, ledger } = worker;
  const kind = random.pick(kinds);
  const records = ledger.changeable(kind);
  if (records.length === 0) await readSomething(worker);
  else await lookAt(worker, random.pick(records));
}

/** Reads a record and compares it with the acknowledged state; null if the read failed. */
export async function lookAt(worker: Worker, record: OwnRecord): Promise<Fields | null> {
  const { agent, verdict, place } = worker;
  const call = record.kind.read(place, record.id);
  const found = take(agent, verdict, call.tool, await agent.call(call));
  if (found === null) return null;
  const marks = new Set(record.kind.marksOf(found));
  if (marks.size === 1 && marks.has(record.mark)) return found;
  const what = marks.size > 1 ? "a write is incomplete" : "an acknowledged write is lost";
  verdict.violate(what, { agent: agent.name, ...describe(record), found: [...marks] });
  return found;
}

async function createRecord(worker: Worker): Promise<void> {
  const { agent, random, kinds, ledger, place, verdict } = worker;
  const kind = random.pick(kinds);
  const mark = ledger.nextMark();
  const call = kind.create(place, mark);
  const outcome = await agent.call(call);
  if (outcome.kind === "unknown") {
    ledger.open.push({ kind, step: "create", mark, record: null });
    return;
  }
  const made = take(agent, verdict, call.tool, outcome);
  if (made === null) return;
  verdict.count("acknowledged writes");
  ledger.add(kind, kind.recordOf?.(made) ?? made, mark);
}

async function updateRecord(worker: Worker): Promise<void> {
  const { agent, random, kinds, ledger, place, verdict } = worker;
  const kind = random.pick(kinds);
  const records = ledger.changeable(kind);
  if (records.length === 0) return createRecord(worker);
  const record = random.pick(records);
  const mark = ledger.nextMark();
  const call = kind.update(place, record, mark);
  const outcome = await agent.call(call);
  if (outcome.kind === "unknown") {
    ledger.open.push({ kind, step: "update", mark, record });
    return undefined;
  }
  // The first attempt was executed: the record has a newer version, which this write made.
  if (isOvertaken(outcome)) return confirmUpdate(worker, record, mark);
  const changed = take(agent, verdict, call.tool, outcome);
  if (changed === null) return undefined;
  verdict.count("acknowledged writes");
  noteUpdate(record, kind.recordOf?.(changed) ?? changed, mark);
  return undefined;
}

function isOvertaken(outcome: Outcome): boolean {
  return outcome.kind === "refused" && outcome.isRetried && outcome.code === "CONCURRENCY_CONFLICT";
}

async function confirmUpdate(worker: Worker, record: OwnRecord, mark: string): Promise<void> {
  record.mark = mark;
  const found = await lookAt(worker, record);
  if (found === null) return;
  noteUpdate(record, found, mark);
  worker.verdict.count("retries refused because the first attempt was executed");
}

async function removeRecord(worker: Worker): Promise<void> {
  const { agent, random, kinds, ledger, place, verdict } = worker;
  const kind = random.pick(kinds);
  const records = ledger.changeable(kind);
  if (records.length === 0) return createRecord(worker);
  const record = random.pick(records);
  const call = kind.remove(place, record);
  const outcome = await agent.call(call);
  if (outcome.kind === "unknown") {
    ledger.open.push({ kind, step: "remove", mark: record.mark, record });
    return undefined;
  }
  if (take(agent, verdict, call.tool, outcome) === null) return undefined;
  verdict.count("acknowledged writes");
  noteRemoval(record);
  return undefined;
}

/** The result of a success; otherwise null, which is a violation unless it is already recorded. */
export function take(
  agent: Agent,
  verdict: Verdict,
  tool: string,
  outcome: Outcome,
): Fields | null {
  if (outcome.kind === "done") return outcome.value;
  if (outcome.kind === "failed") return null;
  verdict.violate("a call is refused, or may not be repeated", {
    agent: agent.name,
    tool,
    ...outcome,
  });
  return null;
}

export function describe({ kind, id, mark, changes }: OwnRecord): Fields {
  return { kind: kind.name, id, mark, changes };
}
