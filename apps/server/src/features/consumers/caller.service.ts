import { dayMs } from "../../platform/day-ms.ts";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { exportCallers, listCallers } from "@lintel/contract/operations/consumer";
import { writeCsv } from "../../domain/csv.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { selectCallers, type CallerFilter, type StoredCaller } from "./consumer.store.ts";

type Listed = OutputOf<typeof listCallers>;

/** The most lines of an export. */
const maxLines = 10_000;

/** Who still calls, the latest first. */
export async function readCallers(
  context: ProjectContext,
  input: InputOf<typeof listCallers>,
): Promise<Listed> {
  const paging = readPaging(input);
  const rows = await selectCallers(context.db, context, { ...toFilter(context, input), ...paging });
  // A page behind the last one has no row that knows the number.
  const [first] =
    rows.length > 0
      ? rows
      : await selectCallers(context.db, context, { ...toFilter(context, input), skip: 0, take: 1 });
  return { items: rows.map(toCaller), totalCount: Number(first?.totalCount ?? 0), ...paging };
}

export async function writeCallers(
  context: ProjectContext,
  input: InputOf<typeof exportCallers>,
): Promise<OutputOf<typeof exportCallers>> {
  const filter = { ...toFilter(context, input), skip: 0, take: maxLines };
  const rows = (await selectCallers(context.db, context, filter)).map(toCaller);
  const head = ["operation", "name", "owner", "contacts", "consumer", "requests", "lastCalledAt"];
  const lines = rows.map((row) => [
    row.operation,
    row.name ?? "",
    row.owner ?? "",
    row.contacts.join(";"),
    row.consumer,
    String(row.requests),
    row.lastCalledAt,
  ]);
  return {
    mediaType: "text/csv",
    fileName: `callers-${context.now.toISOString().slice(0, 10)}.csv`,
    content: writeCsv([head, ...lines]),
  };
}

function toFilter(
  { now }: ProjectContext,
  { specId, planId, daysBack = 30 }: InputOf<typeof exportCallers>,
): Omit<CallerFilter, "skip" | "take"> {
  const firstDay = new Date(now.getTime() - (daysBack - 1) * dayMs).toISOString().slice(0, 10);
  return { firstDay, specId: specId ?? null, planId: planId ?? null };
}

const toCaller = (row: StoredCaller): Listed["items"][number] => ({
  specId: row.specId,
  operation: row.operationKey.replace(/^[a-z]+/, (method) => method.toUpperCase()),
  consumer: row.consumer,
  name: row.name,
  owner: row.owner,
  contacts: row.contacts ?? [],
  requests: Number(row.requests),
  lastCalledAt: row.lastCalledAt.toISOString(),
});
