import { describe, expect, it } from "vitest";
import { readOtlpSettings } from "./otlp-settings.ts";

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };

describe("the OTEL_* settings", () => {
  it("send nothing unless something is switched on", () => {
    expect(readOtlpSettings({})).toBeNull();
    expect(readOtlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: "" })).toBeNull();
    expect(readOtlpSettings({ OTEL_SERVICE_NAME: "lintel" })).toBeNull();
    expect(readOtlpSettings({ ...endpoint, OTEL_SDK_DISABLED: "true" })).toBeNull();
    expect(
      readOtlpSettings({
        ...endpoint,
        OTEL_TRACES_EXPORTER: "none",
        OTEL_METRICS_EXPORTER: "none",
      }),
    ).toBeNull();
  });

  it("switch on both signals, or the one that is addressed or named", () => {
    expect(readOtlpSettings(endpoint)).toEqual({
      traces: "http/protobuf",
      metrics: "http/protobuf",
      sampler: { rule: "always_on", isParentBased: true, ratio: 1 },
      metricIntervalMs: 60_000,
      spanDelayMs: 5000,
    });
    const traces = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector.example.com/v1/traces",
    };
    expect(readOtlpSettings(traces)).toMatchObject({ traces: "http/protobuf", metrics: null });
    expect(readOtlpSettings({ OTEL_METRICS_EXPORTER: "otlp" })).toMatchObject({
      traces: null,
      metrics: "http/protobuf",
    });
    expect(readOtlpSettings({ ...endpoint, OTEL_TRACES_EXPORTER: "none" })?.traces).toBeNull();
  });

  it("choose the encoding, a signal's own before the common one", () => {
    const settings = {
      ...endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "http/protobuf",
    };
    expect(readOtlpSettings(settings)).toMatchObject({
      traces: "http/json",
      metrics: "http/protobuf",
    });
  });

  it("choose which traces are kept", () => {
    const sampler = (name: string, ratio?: string) =>
      readOtlpSettings({
        ...endpoint,
        OTEL_TRACES_SAMPLER: name,
        OTEL_TRACES_SAMPLER_ARG: ratio,
      })?.sampler;
    expect(sampler("always_off")).toMatchObject({ rule: "always_off", isParentBased: false });
    expect(sampler("parentbased_traceidratio", "0.25")).toEqual({
      rule: "traceidratio",
      isParentBased: true,
      ratio: 0.25,
    });
  });

  it("name what cannot be used, and what can", () => {
    const refuse = (settings: Record<string, string>) => () =>
      readOtlpSettings({ ...endpoint, ...settings });
    expect(refuse({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" })).toThrow(
      "OTEL_EXPORTER_OTLP_ENDPOINT takes an address such as http://127.0.0.1:4318.",
    );
    expect(refuse({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toThrow("http/protobuf or http/json");
    expect(refuse({ OTEL_TRACES_EXPORTER: "jaeger" })).toThrow("OTEL_TRACES_EXPORTER takes otlp");
    expect(refuse({ OTEL_TRACES_SAMPLER: "sometimes" })).toThrow('"sometimes" is none of them');
    expect(refuse({ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "2" })).toThrow(
      "OTEL_TRACES_SAMPLER_ARG takes a share from 0 to 1",
    );
    expect(refuse({ OTEL_METRIC_EXPORT_INTERVAL: "soon" })).toThrow("OTEL_METRIC_EXPORT_INTERVAL");
  });
});
