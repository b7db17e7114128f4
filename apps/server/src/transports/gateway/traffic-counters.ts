import type { Logger } from "pino";
import type { GatewaySource, TrafficBatch } from "../../features/traffic/gateway.types.ts";
import type { LiveOperation, LiveRoute } from "./live-route.ts";

/** Counts calls in memory and writes them every second. */
export interface TrafficCounters {
  add(live: LiveRoute, operation: LiveOperation | null, call: CountedAnswer): void;
  /** Writes what is counted, and waits for it at most the time given. */
  close(limitMs: number): Promise<void>;
}

export interface CountedAnswer {
  readonly method: string;
  readonly path: string;
  readonly consumer: string;
  readonly status: number;
  readonly at: number;
}

interface Counter {
  readonly live: LiveRoute;
  readonly operation: LiveOperation | null;
  readonly call: CountedAnswer;
  requests: number;
}

const writeMs = 1000;
/** Entries of a batch, and of all batches that wait while the database cannot be reached. */
const batchEntries = 5000;
const maxWaiting = 200_000;
/** Different undocumented calls between two writes; further ones are counted under one name. */
const maxForms = 1000;

export function createTrafficCounters(
  source: Pick<GatewaySource, "writeCounts">,
  newId: () => string,
  log: Logger,
): TrafficCounters {
  let counters = new Map<string, Counter>();
  let waiting: TrafficBatch[] = [];
  let forms = 0;
  let writing: Promise<void> | null = null;

  function collect(): void {
    if (counters.size === 0) return;
    const full = counters;
    counters = new Map();
    forms = 0;
    const entries = waiting.reduce((sum, batch) => sum + batch.calls.length, 0);
    if (entries > maxWaiting) {
      log.error({ lost: full.size }, "counts of calls are lost: the database cannot be reached");
      return;
    }
    waiting.push(...makeBatches(full, newId));
  }

  async function write(): Promise<void> {
    while (waiting[0] !== undefined) {
      // A batch that fails is sent again under its name, so that it counts once.
      await source.writeCounts(waiting[0]);
      waiting = waiting.slice(1);
    }
  }

  async function flush(): Promise<void> {
    collect();
    writing ??= write()
      .catch((error: unknown) => log.warn({ err: error }, "counts of calls wait for the database"))
      .finally(() => (writing = null));
    await writing;
  }

  const timer = setInterval(() => void flush(), writeMs);
  return {
    add(live, operation, call) {
      const key = `${live.route.environmentId} ${operation === null ? nameOf(call) : operation.specId + operation.method + operation.template} ${call.consumer} ${call.status}`;
      const counter = counters.get(key);
      if (counter !== undefined) {
        counter.requests += 1;
        return;
      }
      if (operation === null && ++forms > maxForms) return;
      counters.set(key, { live, operation, call, requests: 1 });
    },
    async close(limitMs) {
      clearInterval(timer);
      let timeout: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timeout = setTimeout(resolve, limitMs)));
      await Promise.race([flush().then(flush), late]);
      clearTimeout(timeout);
    },
  };
}

/** The form of an undocumented path: values that identify something are left out. */
const nameOf = ({ method, path }: CountedAnswer): string => `${method} ${formOf(path)}`;

export const formOf = (path: string): string =>
  path
    .replaceAll(/\/(?=[^/]*\d)[^/]{1,200}(?=\/|$)/g, "/{}")
    .replaceAll(/[^ -~]/g, "?")
    .slice(0, 200);

function makeBatches(counters: ReadonlyMap<string, Counter>, newId: () => string): TrafficBatch[] {
  const byProject = Map.groupBy(counters.values(), ({ live }) => live.route.projectId);
  return [...byProject.values()].flatMap((all) => {
    const batches: TrafficBatch[] = [];
    for (let at = 0; at < all.length; at += batchEntries)
      batches.push(makeBatch(all.slice(at, at + batchEntries), newId()));
    return batches;
  });
}

function makeBatch(counters: readonly Counter[], batchId: string): TrafficBatch {
  const { organizationId = "", projectId = "" } = counters[0]?.live.route ?? {};
  return {
    organizationId,
    projectId,
    batchId: `gateway-${batchId}`,
    calls: counters.flatMap(({ live, operation, call, requests }) =>
      operation === null
        ? []
        : [
            {
              specId: operation.specId,
              environmentId: live.route.environmentId,
              method: operation.method,
              template: operation.template,
              consumer: call.consumer,
              status: call.status,
              minute: new Date(Math.floor(call.at / 60_000) * 60_000).toISOString(),
              requests,
            },
          ],
    ),
    undocumented: counters.flatMap(({ live, operation, call, requests }) =>
      operation !== null
        ? []
        : [
            {
              environmentId: live.route.environmentId,
              method: call.method.toLowerCase().slice(0, 20),
              path: formOf(call.path),
              lastCalledAt: new Date(call.at).toISOString(),
              requests,
            },
          ],
    ),
  };
}
