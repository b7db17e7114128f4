import type { Logger } from "pino";
import type { Resource } from "@opentelemetry/resources";
import { PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from "@opentelemetry/sdk-trace";
import type { OtlpProtocol, OtlpSettings, SamplerSettings } from "./otlp-settings.ts";

/** The log says that a collector is away at most this often. Milliseconds. */
const warningIntervalMs = 60_000;

/** Opens what is switched on; addresses, headers, certificates and limits the exporters read themselves. */
export interface OtlpSender {
  openMetrics(): Promise<PeriodicExportingMetricReader | null>;
  openTraces(resource: Resource): Promise<TracerProvider | null>;
}

export function createSender(settings: OtlpSettings, log: Logger): OtlpSender {
  return {
    async openMetrics() {
      if (settings.metrics === null) return null;
      const exporter = noteFailures(await makeMetricExporter(settings.metrics), "metrics", log);
      const exportIntervalMillis = settings.metricIntervalMs;
      const exportTimeoutMillis = Math.min(30_000, exportIntervalMillis);
      return new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis,
        exportTimeoutMillis,
      });
    },
    async openTraces(resource) {
      if (settings.traces === null) return null;
      const exporter = noteFailures(await makeSpanExporter(settings.traces), "traces", log);
      const scheduledDelayMillis = settings.spanDelayMs;
      return new TracerProvider({
        resource,
        sampler: makeSampler(settings.sampler),
        spanLimits: { attributeValueLengthLimit: 4096 },
        spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis })],
      });
    },
  };
}

async function makeMetricExporter(protocol: OtlpProtocol) {
  const { OTLPMetricExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-metrics-otlp-http")
      : await import("@opentelemetry/exporter-metrics-otlp-proto");
  return new OTLPMetricExporter();
}

async function makeSpanExporter(protocol: OtlpProtocol) {
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter();
}

function makeSampler({ rule, isParentBased, ratio }: SamplerSettings): Sampler {
  const root =
    rule === "traceidratio"
      ? new TraceIdRatioBasedSampler(ratio)
      : rule === "always_on"
        ? new AlwaysOnSampler()
        : new AlwaysOffSampler();
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

interface Exporter<Items> {
  export(items: Items, done: (result: { code: number; error?: Error }) => void): void;
}

// The SDK reports failures to a process-wide logger, which forwards them to the server's log.
function noteFailures<Items, E extends Exporter<Items>>(
  exporter: E & Exporter<Items>,
  signal: string,
  log: Logger,
): E {
  const send = exporter.export.bind(exporter);
  let warnedAt = -Infinity;
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.code !== 0 && performance.now() - warnedAt > warningIntervalMs) {
        warnedAt = performance.now();
        const reason = result.error?.message ?? "unknown";
        log.warn({ signal, reason }, "the OpenTelemetry collector does not take what it is sent");
      }
      done(result);
    });
  return exporter;
}
