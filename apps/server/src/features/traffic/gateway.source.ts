import { addCalls, consumerText, insertBatch } from "../../domain/deprecation/count-usage.ts";
import { operationKey } from "../../domain/deprecation/operation-key.ts";
import { readTexts } from "../../domain/design/read-design.ts";
import { measureTexts, type StoredTexts } from "../../domain/design/stored-texts.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import { addChecked } from "./drift.store.ts";
import {
  addMinutes,
  addUndocumented,
  selectRegistered,
  selectServedAddresses,
  selectServedRoutes,
  selectStamp,
  type KeyedCount,
} from "./gateway.store.ts";
import type { GatewaySource, ServedRoute, TrafficBatch } from "./gateway.types.ts";
import { listOperations } from "./rules.service.ts";

/** What gateways read and write of a region. */
export function createGatewaySource(
  platform: Pick<Platform, "database" | "keys" | "clock">,
): GatewaySource {
  return {
    readStamp: async () => selectStamp(await platform.database()),
    readRoutes: async () => readRoutes(await platform.database()),
    async writeCounts(batch) {
      const db = await platform.database();
      await db.transaction().execute((trx) => writeBatch(trx, batch, platform.clock.now()));
    },
    readDocument: async (organizationId, versionId) =>
      readPublished(await platform.database(), { organizationId, versionId }),
    digestConsumer: (organizationId, consumer) =>
      platform.keys.digests(consumerText(organizationId, consumer))[0],
  };
}

async function readRoutes(db: Database): Promise<ServedRoute[]> {
  const addresses = Map.groupBy(
    await selectServedAddresses(db),
    ({ environmentId }) => environmentId,
  );
  const registered = await selectRegistered(db);
  const routes: ServedRoute[] = [];
  for (const { baseUrl, specs, upstreamUrl, ...row } of await selectServedRoutes(db))
    routes.push({
      ...row,
      addresses: addresses.get(row.environmentId) ?? [],
      upstreamUrl: upstreamUrl ?? baseUrl,
      registered: registered.get(row.projectId) ?? new Set(),
      operations: await listOperations(db, row, specs),
    });
  return routes;
}

/** A larger document costs a gateway more memory than its answers are worth; in characters. */
const maxDocument = 5_000_000;

async function readPublished(
  db: Database,
  place: { readonly organizationId: string; readonly versionId: string },
): Promise<StoredTexts | null> {
  try {
    const texts = await readTexts(db, place);
    return measureTexts(texts) > maxDocument ? null : texts;
  } catch (error) {
    if (error instanceof Problem && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

async function writeBatch(db: Database, batch: TrafficBatch, now: Date): Promise<void> {
  const { organizationId, projectId, batchId, calls, undocumented, answers } = batch;
  const isNew = await insertBatch(db, { organizationId, projectId, batchId, receivedAt: now });
  if (!isNew) return;
  const keyed = calls.map((call) => ({
    ...call,
    operationKey: operationKey(call.method, call.template),
  }));
  if (keyed.length > 0) {
    await addMinutes(db, organizationId, keyed);
    await addCalls(db, organizationId, sumDays(keyed));
  }
  if (undocumented.length > 0) await addUndocumented(db, organizationId, undocumented);
  if (answers.length > 0) await addChecked(db, organizationId, answers);
}

/** One entry for each operation, day and consumer: a statement changes a row only once. */
function sumDays(calls: readonly KeyedCount[]) {
  const days = Map.groupBy(calls, ({ specId, operationKey: key, minute, consumer }) =>
    JSON.stringify([specId, key, minute.slice(0, 10), consumer]),
  );
  return [...days.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { specId, operationKey: key, minute, consumer } = first;
    const last = group.reduce((latest, each) => (each.minute > latest ? each.minute : latest), "");
    return {
      specId,
      operationKey: key,
      day: minute.slice(0, 10),
      source: "gateway",
      consumer,
      requests: group.reduce((sum, { requests }) => sum + requests, 0),
      lastCalledAt: new Date(last),
    };
  });
}
