import { SpanKind, type Meter, type Span } from "@opentelemetry/api";
import type { LogEvent } from "kysely";
import type { Egress } from "@lintel/egress/egress.types";
import type { PoolState } from "../database/open-database.ts";
import type { JobCount } from "../jobs/job.types.ts";
import { measureStatements } from "./measure-statements.ts";
import { createTally } from "./tally.ts";
import type { Instruments, Telemetry } from "./telemetry.ts";
import { traceEgress } from "./trace-egress.ts";
import { endSpan, type Tracing } from "./tracing.ts";

/** A call of an operation that is being measured and traced. */
export interface FollowedCall {
  run<T>(step: () => Promise<T>): Promise<T>;
  /** Counts once; `failure` is the kind of a fault of the server's. */
  end(outcome: string, failure?: string): void;
}

/** The instruments of one region. */
export interface RegionTelemetry extends Instruments {
  /** Follows a call below the span that it came with, or the one that this runs in. */
  readonly followCall: (operation: string, requestId: string, parent: Span | null) => FollowedCall;
  readonly noteStatement: (event: LogEvent) => void;
  readonly watchPool: (read: () => PoolState | null) => void;
  readonly noteRate: (decision: "admitted" | "refused" | "failed") => void;
  /** Reports whether the second store of the rate window serves. 0 at the start. */
  readonly watchFallback: (read: () => boolean) => void;
  readonly noteLookup: (isHit: boolean) => void;
  /** Reads how many jobs of each kind wait in the region and how many this node holds. */
  readonly watchJobs: (read: () => Promise<JobCount[]>) => void;
  readonly noteDroppedEvents: (count: number) => void;
  readonly traceEgress: (egress: Egress) => Egress;
}

export function createRegionTelemetry(telemetry: Telemetry, region: string): RegionTelemetry {
  const { meter, tracing } = telemetry;
  const fixed = { "lintel.region": region };
  const decisions = createTally(meter, "lintel.rate_limit.decisions", {
    description: "Calls that the rate limit admitted or refused; failed: no store answered.",
    unit: "{call}",
    by: ["lintel.decision"],
    fixed,
  });
  const lookups = createTally(meter, "lintel.principal_cache.lookups", {
    description: "Callers that were found in memory (hit) or in the database (miss).",
    unit: "{call}",
    by: ["lintel.result"],
    fixed,
  });
  const droppedEvents = createTally(meter, "lintel.events.dropped", {
    description: "Events that a subscription could not handle for 30 days, and which were deleted.",
    unit: "{event}",
    by: [],
    fixed,
  });
  return {
    followCall: createCallFollower(meter, tracing, region),
    noteStatement: measureStatements(meter, tracing, region),
    watchPool: (read) => watchPool(meter, region, read),
    noteRate: (decision) => decisions.add(1, decision),
    watchFallback(read) {
      const description = "1 while Redis is away and another store serves the rate limit.";
      meter
        .createObservableGauge("lintel.rate_limit.fallback", { description })
        .addCallback((result) => result.observe(read() ? 1 : 0, fixed));
    },
    noteLookup: (isHit) => lookups.add(1, isHit ? "hit" : "miss"),
    watchJobs: (read) => watchJobs(meter, region, read),
    noteDroppedEvents: (count) => droppedEvents.add(count),
    meter,
    tracing,
    traceEgress: (egress) => (tracing === null ? egress : traceEgress(egress, tracing)),
  };
}

/** Seconds. */
const explicitBucketBoundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

function createCallFollower(meter: Meter, tracing: Tracing | null, region: string) {
  const fixed = { "lintel.region": region };
  const duration = meter.createHistogram("lintel.operation.duration", {
    description:
      "Calls of operations, from the credential to the output, in whatever way they came.",
    unit: "s",
    advice: { explicitBucketBoundaries },
  });
  const calls = createTally(meter, "lintel.operation.calls", {
    description: "Calls of operations by outcome: ok, a problem's code, error, or unread.",
    unit: "{call}",
    by: ["lintel.operation", "lintel.outcome"],
    fixed,
  });
  return (operation: string, requestId: string, parent: Span | null): FollowedCall => {
    const attributes = { ...fixed, "lintel.operation": operation };
    const span =
      tracing?.begin(operation, parent ?? tracing.current(), {
        kind: SpanKind.INTERNAL,
        attributes: { ...attributes, "lintel.request_id": requestId },
      }) ?? null;
    const begun = performance.now();
    let isOver = false;
    return {
      run: (step) => (span && tracing ? tracing.within(span, step) : step()),
      end(outcome, failure) {
        if (isOver) return;
        isOver = true;
        calls.add(1, operation, outcome);
        duration.record((performance.now() - begun) / 1000, attributes);
        if (span !== null) endSpan(span.setAttribute("lintel.outcome", outcome), failure ?? null);
      },
    };
  };
}

function watchJobs(meter: Meter, region: string, read: () => Promise<JobCount[]>): void {
  const jobs = meter.createObservableGauge("lintel.jobs", {
    description: "Jobs that wait in the region, as last counted, and those that this node holds.",
    unit: "{job}",
  });
  jobs.addCallback(async (result) => {
    for (const { kind, waiting, held } of await read()) {
      const fixed = { "lintel.region": region, "lintel.job.kind": kind };
      result.observe(waiting, { ...fixed, "lintel.job.state": "waiting" });
      result.observe(held, { ...fixed, "lintel.job.state": "held" });
    }
  });
}

function watchPool(meter: Meter, region: string, read: () => PoolState | null): void {
  const fixed = { "db.client.connection.pool.name": region };
  const count = meter.createObservableUpDownCounter("db.client.connection.count", {
    description: "Connections to the database server, used and idle.",
    unit: "{connection}",
  });
  const pending = meter.createObservableUpDownCounter("db.client.connection.pending_requests", {
    description: "Statements and transactions that wait for a connection.",
    unit: "{request}",
  });
  const max = meter.createObservableUpDownCounter("db.client.connection.max", {
    description: "Connections that there may be.",
    unit: "{connection}",
  });
  meter.addBatchObservableCallback(
    (result) => {
      const pool = read();
      if (pool === null) return;
      result.observe(count, pool.used, { ...fixed, "db.client.connection.state": "used" });
      result.observe(count, pool.idle, { ...fixed, "db.client.connection.state": "idle" });
      result.observe(pending, pool.waiting, fixed);
      result.observe(max, pool.max, fixed);
    },
    [count, pending, max],
  );
}
