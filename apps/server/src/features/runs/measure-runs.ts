import { SpanKind } from "@opentelemetry/api";
import type { RunCounts } from "@lintel/contract/shapes/test-run";
import { createTally } from "../../platform/telemetry/tally.ts";
import type { Instruments } from "../../platform/telemetry/telemetry.ts";
import { endSpan } from "../../platform/telemetry/tracing.ts";

/** The outcome of a run. */
export interface MeasuredRun {
  readonly outcome: string;
  readonly elapsedMs: number;
  readonly counts: RunCounts;
}

/** Measures and traces the runs of a region on this node. */
export interface RunTelemetry {
  /** Carries out a run in a separate trace, because it may outlive its call, and measures it. */
  follow(runId: string, carryOut: () => Promise<MeasuredRun>): Promise<void>;
}

/** Seconds. */
const explicitBucketBoundaries = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 600, 1800];

const countedAs = {
  passedTests: "passed",
  failedTests: "failed",
  erroredTests: "error",
  blockedTests: "blocked",
  skippedTests: "skipped",
} as const;

export function measureRuns({ meter, tracing }: Instruments, region: string): RunTelemetry {
  const fixed = { "lintel.region": region };
  const duration = meter.createHistogram("lintel.run.duration", {
    description: "Runs that ended, by outcome; those that broke off count as error.",
    unit: "s",
    advice: { explicitBucketBoundaries },
  });
  const cases = createTally(meter, "lintel.run.cases", {
    description: "Cases of runs that ended, by verdict.",
    unit: "{case}",
    by: ["lintel.verdict"],
    fixed,
  });

  function note({ outcome, elapsedMs, counts }: MeasuredRun): void {
    duration.record(elapsedMs / 1000, { ...fixed, "lintel.outcome": outcome });
    for (const [field, verdict] of Object.entries(countedAs))
      cases.add(counts[field as keyof typeof countedAs], verdict);
  }

  return {
    async follow(runId, carryOut) {
      const span =
        tracing?.begin("run", null, {
          kind: SpanKind.INTERNAL,
          attributes: { ...fixed, "lintel.run.id": runId },
        }) ?? null;
      const begun = performance.now();
      try {
        const run = await (span && tracing ? tracing.within(span, carryOut) : carryOut());
        note(run);
        if (span !== null) endSpan(span.setAttribute("lintel.outcome", run.outcome), null);
      } catch (error) {
        const elapsed = (performance.now() - begun) / 1000;
        duration.record(elapsed, { ...fixed, "lintel.outcome": "error" });
        if (span !== null) endSpan(span, "error");
        throw error;
      }
    },
  };
}
