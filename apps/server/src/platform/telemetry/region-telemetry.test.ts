import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { load } from "js-yaml";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { readExposition, sumOf, type Sample } from "../../testing/exposition.ts";
import { measureRuns } from "../../features/runs/measure-runs.ts";
import { openTelemetry } from "./open-telemetry.ts";
import { createRegionTelemetry, type RegionTelemetry } from "./region-telemetry.ts";

const log = pino({ level: "silent" });
const root = path.join(import.meta.dirname, "../../../../..");

interface Subject {
  readonly eu: RegionTelemetry;
  readonly us: RegionTelemetry;
  scrape(): Promise<Sample[]>;
}

async function withTelemetry(act: (subject: Subject) => Promise<void>): Promise<void> {
  const telemetry = await openTelemetry({ version: "1", isScraped: true, otlp: null, log });
  try {
    await act({
      eu: createRegionTelemetry(telemetry, "eu"),
      us: createRegionTelemetry(telemetry, "us"),
      scrape: async () => readExposition((await telemetry.scrape?.()) ?? ""),
    });
  } finally {
    await telemetry.close();
  }
}

describe("the metrics of a region", () => {
  it("are separate from those of others, and read on request", async () => {
    await withTelemetry(async ({ eu, us, scrape }) => {
      let used = 3;
      eu.watchPool(() => ({ used, idle: 1, waiting: 2, max: 20 }));
      us.watchPool(() => null);
      let isAway = false;
      us.watchFallback(() => isAway);
      const first = await scrape();
      const pool = (samples: readonly Sample[], state: string) =>
        sumOf(samples, "db_client_connection_count", { db_client_connection_state: state });
      expect([pool(first, "used"), pool(first, "idle")]).toEqual([3, 1]);
      expect(sumOf(first, "db_client_connection_pending_requests")).toBe(2);
      const ofUs = { db_client_connection_pool_name: "us" };
      expect(sumOf(first, "db_client_connection_max", ofUs)).toBeNull();
      expect(sumOf(first, "lintel_rate_limit_fallback", { lintel_region: "us" })).toBe(0);
      expect(sumOf(first, "lintel_rate_limit_fallback", { lintel_region: "eu" })).toBeNull();
      used = 7;
      isAway = true;
      const second = await scrape();
      expect(pool(second, "used")).toBe(7);
      expect(sumOf(second, "lintel_rate_limit_fallback")).toBe(1);
    });
  });

  it("count a call once, even if it is ended repeatedly", async () => {
    await withTelemetry(async ({ eu, scrape }) => {
      const call = eu.followCall("getCaller", "an-id", null);
      expect(await call.run(async () => 5)).toBe(5);
      call.end("ok");
      call.end("error", "error");
      const samples = await scrape();
      expect(sumOf(samples, "lintel_operation_calls_total")).toBe(1);
      expect(sumOf(samples, "lintel_operation_calls_total", { lintel_outcome: "ok" })).toBe(1);
    });
  });

  it("count an interrupted run as an error, which is rethrown", async () => {
    await withTelemetry(async ({ eu, scrape }) => {
      const broken = measureRuns(eu, "eu").follow("an-id", () =>
        Promise.reject(new Error("no database")),
      );
      await expect(broken).rejects.toThrow("no database");
      const failed = { lintel_outcome: "error", lintel_region: "eu" };
      const samples = await scrape();
      expect(sumOf(samples, "lintel_run_duration_seconds_count", failed)).toBe(1);
      expect(sumOf(samples, "lintel_run_cases_total")).toBeNull();
    });
  });

  it("label failed statements with their SQLSTATE, never with their values", async () => {
    await withTelemetry(async ({ eu, scrape }) => {
      const query = { sql: 'insert into "project" values ($1)', parameters: ["hidden"] };
      const error = Object.assign(new Error("Key (slug)=(hidden) exists."), { code: "23505" });
      const event = { level: "error", error, query, queryDurationMillis: 2 } as const;
      eu.noteStatement(event as unknown as Parameters<typeof eu.noteStatement>[0]);
      const samples = await scrape();
      const duplicate = { db_operation_name: "INSERT", error_type: "23505" };
      const name = "db_client_operation_duration_seconds";
      expect(sumOf(samples, `${name}_count`, duplicate)).toBe(1);
      expect(sumOf(samples, `${name}_sum`, duplicate)).toBeCloseTo(0.002);
      expect(JSON.stringify(samples)).not.toContain("hidden");
    });
  });
});

describe("the examples of the documentation", () => {
  const examples = path.join(root, "docs/examples/observability");

  it("name metrics that the operator's guide describes", async () => {
    const guide = await readFile(path.join(root, "docs/operators-guide.md"), "utf8");
    const texts = await Promise.all(
      ["alerts.yaml", "dashboard.json"].map((file) => readFile(path.join(examples, file), "utf8")),
    );
    const metric =
      /\b(?:http|lintel|db|nodejs|process|v8js)(?:_[a-z0-9]+)*_(?:count|bucket|total|seconds|bytes|info|fallback|requests)\b|\blintel_jobs\b/g;
    const named = new Set(texts.flatMap((text) => text.match(metric) ?? []));
    expect(named.size).toBeGreaterThan(10);
    for (const name of named)
      expect(guide).toContain(`\`${name.replace(/_(?:bucket|count)$/, "")}`);
  });

  it("can be read", async () => {
    const files = await readdir(examples);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const text = await readFile(path.join(examples, file), "utf8");
      expect(file.endsWith(".json") ? JSON.parse(text) : load(text), file).toBeTypeOf("object");
    }
  });
});
