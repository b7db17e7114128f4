import { lookAt, take, type Worker } from "./worker.ts";
import type { Fields } from "./fields.ts";
import { noteRemoval, noteUpdate, type OpenWrite } from "./ledger.ts";
import type { RecordKind } from "./record-kind.ts";

/**
 * Looks up the writes without a response, when no call is running and the killed node serves again.
 * Each write is complete or absent, and an absent write never appears later.
 */
export async function settleWrites(worker: Worker): Promise<void> {
  const { ledger, verdict } = worker;
  for (const write of ledger.open.splice(0)) {
    const isDone = await (write.step === "create"
      ? settleCreation(worker, write)
      : settleChange(worker, write));
    if (isDone === null) continue;
    const what = isDone ? "found whole" : "found absent";
    verdict.count(`writes without an answer that were ${what}`);
  }
}

async function settleCreation(worker: Worker, write: OpenWrite): Promise<boolean | null> {
  const { kind, mark } = write;
  const { agent, verdict, ledger } = worker;
  const listed = await listOwn(worker, kind);
  if (listed === null) return null;
  const [found, ...others] = listed.filter((item) => item.mark === mark);
  if (found === undefined) return false;
  if (others.length > 0)
    verdict.violate("a write exists twice", { agent: agent.name, kind: kind.name, mark });
  ledger.add(kind, { id: found.id }, mark);
  const record = ledger.records.at(-1);
  const whole = record === undefined ? null : await lookAt(worker, record);
  if (record !== undefined && whole !== null) record.rowVersion = String(whole["rowVersion"]);
  return true;
}

async function settleChange(worker: Worker, write: OpenWrite): Promise<boolean | null> {
  const { kind, record, step, mark } = write;
  if (record === null) return null;
  const listed = await listOwn(worker, kind);
  if (listed === null) return null;
  const found = listed.find(({ id }) => id === record.id);
  if (step === "remove" && found === undefined) {
    noteRemoval(record);
    return true;
  }
  if (step === "update" && found?.mark === mark) {
    record.mark = mark;
    const whole = await lookAt(worker, record);
    if (whole !== null) noteUpdate(record, whole, mark);
    return true;
  }
  // Unchanged; another mark, or no record, is a violation.
  await lookAt(worker, record);
  return false;
}

/** One page: more records than the agents of a project create. */
const maxListed = 100;

export interface ListedRecord {
  readonly id: string;
  readonly mark: string;
}

/** The listed records of a kind that the agent created; null if the list failed. */
export async function listOwn(worker: Worker, kind: RecordKind): Promise<ListedRecord[] | null> {
  const { agent, verdict, place } = worker;
  const call = kind.list(place);
  const page = take(agent, verdict, call.tool, await agent.call(call));
  if (page === null) return null;
  const items = page["items"] as Fields[];
  if (items.length === maxListed) throw new Error(`${call.tool} lists no more: make fewer calls.`);
  return items.flatMap((item) => {
    const mark = kind.markOf(item);
    return mark?.startsWith(`${agent.name}m`) === true ? [{ id: String(item["id"]), mark }] : [];
  });
}
