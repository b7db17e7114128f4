import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  type Resource,
} from "@opentelemetry/resources";
import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import { measureRuntime } from "./measure-runtime.ts";
import type { Telemetry, TelemetryOptions } from "./telemetry.ts";
import { createTracing, type Tracing } from "./tracing.ts";

/** How long a stop waits for a collector. Milliseconds; a whole stop has 15 s. */
const closeLimitMs = 3000;

/** The SDK's part: providers of its own, none of them registered for the whole process. */
export async function startSdk(options: TelemetryOptions): Promise<Telemetry> {
  const { otlp, log } = options;
  const resource = describeService(options.version);
  const sender = otlp === null ? null : (await import("./send-otlp.ts")).createSender(otlp, log);
  const scraped = options.isScraped ? new ScrapedReader() : null;
  const pushed = (await sender?.openMetrics()) ?? null;
  const readers = [scraped, pushed].filter((reader) => reader !== null);
  const metrics = new MeterProvider({ resource, readers });
  const traces = (await sender?.openTraces(resource)) ?? null;
  const meter = metrics.getMeter("lintel", options.version);
  const stopMeasuring = measureRuntime(meter, options.version);
  const propagator = new W3CTraceContextPropagator();
  const tracing: Tracing | null =
    traces && createTracing(traces.getTracer("lintel", options.version), propagator);
  return {
    meter,
    tracing,
    scrape: scraped && (() => scraped.write()),
    async close() {
      stopMeasuring();
      await endWithin([metrics.shutdown(), traces?.shutdown() ?? Promise.resolve()], closeLimitMs);
    },
  };
}

// What the operator says of the service counts more than what it says of itself.
function describeService(version: string): Resource {
  const own = resourceFromAttributes({ "service.name": "lintel", "service.version": version });
  return own.merge(detectResources({ detectors: [envDetector] }));
}

/** Returns the measurements on request. */
class ScrapedReader extends MetricReader {
  async write(): Promise<string> {
    const { resourceMetrics } = await this.collect();
    // Most installations are never scraped.
    const { writeExposition } = await import("./write-exposition.ts");
    return writeExposition(resourceMetrics);
  }

  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

async function endWithin(work: readonly Promise<void>[], ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.allSettled(work), limit]);
  clearTimeout(timer);
}
