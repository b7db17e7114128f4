import { createNoopMeter, type Meter } from "@opentelemetry/api";
import type { Logger } from "pino";
import type { OtlpSettings } from "./otlp-settings.ts";
import type { Tracing } from "./tracing.ts";

/** What measures and traces. */
export interface Instruments {
  readonly meter: Meter;
  /** null: nothing is traced. */
  readonly tracing: Tracing | null;
}

/** The instruments of the server, and the ways in which their values leave it. */
export interface Telemetry extends Instruments {
  /** All metrics in Prometheus' text format; null if they are not exported. */
  readonly scrape: (() => Promise<string>) | null;
  /** Sends what is left to send, and gives up on a collector that does not answer. */
  close(): Promise<void>;
}

export interface TelemetryOptions {
  readonly version: string;
  readonly isScraped: boolean;
  /** null: nothing leaves the process. */
  readonly otlp: OtlpSettings | null;
  readonly log: Logger;
}

/** Instruments that measure nothing. */
export const noTelemetry: Telemetry = {
  meter: createNoopMeter(),
  tracing: null,
  scrape: null,
  close: async () => {},
};
