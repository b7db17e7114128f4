import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { reportUsage } from "@lintel/contract/operations/usage";
import type { DeprecationUsage } from "@lintel/contract/shapes/deprecation";
import {
  addCalls,
  consumerText,
  insertBatch,
  type CountedCall,
} from "../../domain/deprecation/count-usage.ts";
import { operationKey } from "../../domain/deprecation/operation-key.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { invalid, type FieldError } from "../../platform/problem.ts";
import { dayMs } from "../../platform/day-ms.ts";
import type { PlanSources } from "./manage-plan.service.ts";
import {
  activeDays,
  selectCallTotals,
  selectDailyCalls,
  selectKnownSpecs,
  selectTopConsumers,
  type Counted,
} from "./usage.store.ts";

type Input = InputOf<typeof reportUsage>;

const oldestMs = 35 * dayMs;
const newestMs = 5 * 60 * 1000;

/** Counts the calls of a batch, once however often it is sent. */
export async function addUsage(
  { keys }: Pick<Platform, "keys">,
  sources: Pick<PlanSources, "listGatewayDays">,
  context: ProjectContext,
  { batchId, source = "report", environmentId, calls }: Input,
): Promise<OutputOf<typeof reportUsage>> {
  const { db, organizationId, projectId, now } = context;
  const known = await selectKnownSpecs(db, context, [...new Set(calls.map((call) => call.specId))]);
  const errors = calls.flatMap((call, at) => checkCall(call, at, known, now));
  if (errors.length > 0) throw invalid(...errors.slice(0, 20));
  const batch = { organizationId, projectId, batchId, receivedAt: now };
  if (!(await insertBatch(db, batch))) return { accepted: 0, isRepeat: true, warnings: [] };
  const digest = (text: string) => keys.digests(consumerText(organizationId, text))[0];
  const counts = sumCalls(calls, source, digest);
  await addCalls(db, organizationId, counts);
  context.emit("usage.reported", {
    subject: { type: "project", id: projectId, name: null },
    data: { calls: calls.length },
  });
  const place = { organizationId, environmentId: environmentId ?? null };
  const days = await sources.listGatewayDays(db, place, counts);
  return { accepted: calls.length, isRepeat: false, warnings: warnOf(days) };
}

/** The same call, counted by a gateway and by its log, would count twice. */
function warnOf(days: readonly string[]): OutputOf<typeof reportUsage>["warnings"] {
  if (days.length === 0) return [];
  const shown = days.length > 1 ? `${days[0]} to ${days.at(-1)}` : days[0];
  const message = `A gateway counted calls of the same operations (${shown}, UTC): what passed it is counted twice.`;
  return [{ code: "COUNTED_BY_GATEWAY", message, days: [...days] }];
}

function checkCall(
  { specId, occurredAt }: Input["calls"][number],
  at: number,
  known: ReadonlySet<string>,
  now: Date,
): FieldError[] {
  const field = `calls[${at}]`;
  const time = new Date(occurredAt).getTime() - now.getTime();
  const errors: FieldError[] = [];
  if (!known.has(specId))
    errors.push({
      field: `${field}.specId`,
      code: "unknown",
      message: "The project has no such specification.",
    });
  // False for a date that does not exist.
  if (!(time >= -oldestMs && time <= newestMs))
    errors.push({
      field: `${field}.occurredAt`,
      code: "range",
      message: "It must be from 35 days ago to 5 minutes ahead.",
    });
  return errors;
}

/** One entry for each operation, day and consumer: a statement changes a row only once. */
function sumCalls(
  calls: Input["calls"],
  source: string,
  digest: (text: string) => string,
): CountedCall[] {
  const sums = new Map<string, CountedCall>();
  for (const { specId, method, path, consumer, occurredAt, count = 1 } of calls) {
    const called = new Date(occurredAt);
    const call = {
      specId,
      operationKey: operationKey(method, path),
      day: called.toISOString().slice(0, 10),
      source,
      consumer: consumer === undefined || consumer === null ? "anonymous" : digest(consumer),
      requests: count,
      lastCalledAt: called,
    };
    const key = JSON.stringify([specId, call.operationKey, call.day, call.consumer]);
    const before = sums.get(key);
    sums.set(key, before === undefined ? call : add(before, call));
  }
  return [...sums.values()];
}

const add = (left: CountedCall, right: CountedCall): CountedCall => ({
  ...left,
  requests: left.requests + right.requests,
  lastCalledAt: left.lastCalledAt > right.lastCalledAt ? left.lastCalledAt : right.lastCalledAt,
});

/** Who called an operation or a version, from today back. */
export async function readUsage(
  db: Database,
  plan: Counted,
  daysBack: number,
  now: Date,
): Promise<DeprecationUsage> {
  const firstDay = new Date(now.getTime() - (daysBack - 1) * dayMs).toISOString().slice(0, 10);
  const daily = await selectDailyCalls(db, plan, firstDay);
  const { consumers, lastCalledAt } = await selectCallTotals(db, plan, firstDay);
  const top = await selectTopConsumers(db, plan, firstDay);
  const activeSince = now.getTime() - activeDays * dayMs;
  return {
    daysBack,
    totalRequests: daily.reduce((sum, { requests }) => sum + Number(requests), 0),
    consumerCount: Number(consumers),
    lastCalledAt: lastCalledAt?.toISOString() ?? null,
    daily: daily.map((row) => ({ ...row, requests: Number(row.requests) })),
    topConsumers: top.map((row) => ({
      consumer: row.consumer,
      name: row.name,
      requests: Number(row.requests),
      lastCalledAt: row.lastCalledAt.toISOString(),
    })),
    activeInLast7Days: lastCalledAt !== null && lastCalledAt.getTime() > activeSince,
  };
}
