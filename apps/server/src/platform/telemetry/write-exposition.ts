import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { DataPointType, type MetricData, type ResourceMetrics } from "@opentelemetry/sdk-metrics";

const serializer = new PrometheusSerializer(undefined, false, undefined, false, true);

/** Units as Prometheus names them (OpenTelemetry, Prometheus and OpenMetrics compatibility). */
const suffixes: Readonly<Record<string, string>> = { s: "seconds", By: "bytes" };

/**
 * Prometheus' text format 0.0.4. Names get their units, which the serializer leaves out: so a
 * metric has the same name whether Prometheus or a collector reads it.
 */
export function writeExposition(measured: ResourceMetrics): string {
  const scopeMetrics = measured.scopeMetrics.map(({ scope, metrics }) => ({
    scope,
    metrics: metrics.map(nameUnit),
  }));
  return serializer.serialize({ ...measured, scopeMetrics }).trimEnd() + "\n";
}

function nameUnit(metric: MetricData): MetricData {
  const { name, unit } = metric.descriptor;
  const isRatio = unit === "1" && metric.dataPointType === DataPointType.GAUGE;
  const suffix = isRatio ? "ratio" : suffixes[unit];
  const full = suffix === undefined ? name : `${name}_${suffix}`;
  return { ...metric, descriptor: { ...metric.descriptor, name: full, unit: "" } };
}
