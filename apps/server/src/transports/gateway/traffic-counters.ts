import type { Logger } from "pino";
import type { Drift } from "@lintel/traffic/find-drift";
import { formOf, otherForms } from "@lintel/traffic/path-form";
import type {
  CheckedAnswer,
  GatewaySource,
  TrafficBatch,
} from "../../features/traffic/gateway.types.ts";
import type { LiveOperation, LiveRoute } from "./live-route.ts";

/** Counts calls in memory and writes them every second. */
export interface TrafficCounters {
  add(live: LiveRoute, operation: LiveOperation | null, call: CountedAnswer): void;
  addChecked(live: LiveRoute, operation: LiveOperation, answer: SampledAnswer): void;
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

/** An answer that was held against the document. */
export interface SampledAnswer {
  readonly status: number;
  readonly at: number;
  readonly drifts: readonly Drift[];
}

interface Sample {
  readonly live: LiveRoute;
  readonly answer: CheckedAnswer;
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
/** Different undocumented calls between two writes; further ones are counted under one form. */
const maxForms = 1000;

export function createTrafficCounters(
  source: Pick<GatewaySource, "writeCounts">,
  newId: () => string,
  log: Logger,
): TrafficCounters {
  let counters = new Map<string, Counter>();
  let samples: Sample[] = [];
  let waiting: TrafficBatch[] = [];
  let forms = 0;
  let writing: Promise<void> | null = null;

  function collect(): void {
    if (counters.size === 0 && samples.length === 0) return;
    const [full, checked] = [counters, samples];
    counters = new Map();
    samples = [];
    forms = 0;
    const entries = waiting.reduce(
      (sum, { calls, answers }) => sum + calls.length + answers.length,
      0,
    );
    if (entries > maxWaiting) {
      log.error({ lost: full.size }, "counts of calls are lost: the database cannot be reached");
      return;
    }
    waiting.push(...makeBatches(full, newId), ...makeSampleBatches(checked, newId));
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

  function count(counted: Omit<Counter, "requests">, name: string): void {
    const key = `${counted.live.route.environmentId} ${name}`;
    const counter = counters.get(key);
    if (counter === undefined) counters.set(key, { ...counted, requests: 1 });
    else counter.requests += 1;
  }

  function addUndocumented(live: LiveRoute, call: CountedAnswer): void {
    const name = (path: string) => `${call.method} ${path}`;
    const form = formOf(call.path);
    const isNew = !counters.has(`${live.route.environmentId} ${name(form)}`);
    const path = isNew && ++forms > maxForms ? otherForms : form;
    count({ live, operation: null, call: { ...call, path } }, name(path));
  }

  const timer = setInterval(() => void flush(), writeMs);
  return {
    add(live, operation, call) {
      if (operation === null) {
        addUndocumented(live, call);
        return;
      }
      const { specId, method, template } = operation;
      const name = `${specId}${method}${template} ${call.consumer} ${call.status}`;
      count({ live, operation, call }, name);
    },
    addChecked(live, { versionId, method, template }, { status, at, drifts }) {
      const { environmentId } = live.route;
      const when = new Date(at).toISOString();
      samples.push({
        live,
        answer: { environmentId, versionId, method, template, status, at: when, drifts },
      });
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

function makeBatches(counters: ReadonlyMap<string, Counter>, newId: () => string): TrafficBatch[] {
  const byProject = Map.groupBy(counters.values(), ({ live }) => live.route.projectId);
  return [...byProject.values()].flatMap((all) => {
    const batches: TrafficBatch[] = [];
    for (let at = 0; at < all.length; at += batchEntries)
      batches.push(makeBatch(all.slice(at, at + batchEntries), newId()));
    return batches;
  });
}

/** Samples are few: those of a project within a second are one batch. */
function makeSampleBatches(samples: readonly Sample[], newId: () => string): TrafficBatch[] {
  const byProject = Map.groupBy(samples, ({ live }) => live.route.projectId);
  return [...byProject.values()].map((own) => ({
    ...makeBatch([], newId()),
    organizationId: own[0]?.live.route.organizationId ?? "",
    projectId: own[0]?.live.route.projectId ?? "",
    answers: own.map(({ answer }) => answer),
  }));
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
              path: call.path,
              lastCalledAt: new Date(call.at).toISOString(),
              requests,
            },
          ],
    ),
    answers: [],
  };
}
