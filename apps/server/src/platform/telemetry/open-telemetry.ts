import { noTelemetry, type Telemetry, type TelemetryOptions } from "./telemetry.ts";

/** Loads only what is switched on: the SDK costs some 40 ms and 3 MiB, the exporters as much again. */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  if (!options.isScraped && options.otlp === null) return noTelemetry;
  const { startSdk } = await import("./start-sdk.ts");
  return startSdk(options);
}
