/** How a signal is sent; where to, and with which headers, the exporter reads itself. */
export type OtlpProtocol = "http/protobuf" | "http/json";

/** Which traces are kept (OTEL_TRACES_SAMPLER). */
export interface SamplerSettings {
  readonly rule: "always_on" | "always_off" | "traceidratio";
  /** Whether a caller's own decision counts before the rule. */
  readonly isParentBased: boolean;
  /** From 0 to 1. */
  readonly ratio: number;
}

/** What is sent to a collector: the OTEL_* variables that the exporters do not read themselves. */
export interface OtlpSettings {
  /** null: no traces are sent. */
  readonly traces: OtlpProtocol | null;
  readonly metrics: OtlpProtocol | null;
  readonly sampler: SamplerSettings;
  /** Milliseconds between two exports. */
  readonly metricIntervalMs: number;
  readonly spanDelayMs: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const common = "OTEL_EXPORTER_OTLP";

/**
 * Reads the standard variables; null where none of them switches anything on.
 *
 * @throws Error that names the variable which cannot be used
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function readOtlpSettings(environment: Environment): OtlpSettings | null {
  if (read(environment, "OTEL_SDK_DISABLED")?.toLowerCase() === "true") return null;
  const traces = readSignal(environment, "TRACES");
  const metrics = readSignal(environment, "METRICS");
  if (traces === null && metrics === null) return null;
  return {
    traces,
    metrics,
    sampler: readSampler(environment),
    metricIntervalMs: readMilliseconds(environment, "OTEL_METRIC_EXPORT_INTERVAL", 60_000),
    spanDelayMs: readMilliseconds(environment, "OTEL_BSP_SCHEDULE_DELAY", 5000),
  };
}

function readSignal(environment: Environment, signal: "TRACES" | "METRICS"): OtlpProtocol | null {
  const name = `OTEL_${signal}_EXPORTER`;
  const exporter = read(environment, name);
  if (exporter !== undefined && exporter !== "otlp" && exporter !== "none")
    throw new Error(`${name} takes otlp or none, not "${exporter}".`);
  const isAddressed = [`${common}_ENDPOINT`, `${common}_${signal}_ENDPOINT`]
    .map((setting) => checkEndpoint(environment, setting))
    .includes(true);
  const isSent = exporter === undefined ? isAddressed : exporter === "otlp";
  return isSent ? readProtocol(environment, signal) : null;
}

function checkEndpoint(environment: Environment, name: string): boolean {
  const endpoint = read(environment, name);
  if (endpoint === undefined) return false;
  if (/^https?:$/.test(URL.parse(endpoint)?.protocol ?? "")) return true;
  throw new Error(`${name} takes an address such as http://127.0.0.1:4318.`);
}

function readProtocol(environment: Environment, signal: "TRACES" | "METRICS"): OtlpProtocol {
  const names = [`${common}_${signal}_PROTOCOL`, `${common}_PROTOCOL`];
  const name = names.find((candidate) => read(environment, candidate) !== undefined);
  const protocol = name === undefined ? "http/protobuf" : read(environment, name);
  if (protocol === "http/protobuf" || protocol === "http/json") return protocol;
  throw new Error(
    `${name} takes http/protobuf or http/json, not "${protocol}": collectors listen for both on port 4318.`,
  );
}

function readSampler(environment: Environment): SamplerSettings {
  const name = "OTEL_TRACES_SAMPLER";
  const text = read(environment, name) ?? "parentbased_always_on";
  const isParentBased = text.startsWith("parentbased_");
  const rule = isParentBased ? text.slice("parentbased_".length) : text;
  if (rule !== "always_on" && rule !== "always_off" && rule !== "traceidratio") {
    const rules = "always_on, always_off or traceidratio, each also after parentbased_";
    throw new Error(`${name} takes ${rules}; "${text}" is none of them.`);
  }
  const ratio = Number(read(environment, `${name}_ARG`) ?? "1");
  if (rule === "traceidratio" && !(ratio >= 0 && ratio <= 1))
    throw new Error(`${name}_ARG takes a share from 0 to 1, such as 0.1.`);
  return { rule, isParentBased, ratio };
}

function readMilliseconds(environment: Environment, name: string, fallback: number): number {
  const text = read(environment, name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 3_600_000) return value;
  throw new Error(`${name} takes milliseconds from 1 to 3600000, not "${text}".`);
}

// The specification has an empty value mean that the variable is not set.
function read(environment: Environment, name: string): string | undefined {
  const text = environment[name]?.trim();
  return text === "" ? undefined : text;
}
