import { readdirSync } from "node:fs";
import {
  constants,
  monitorEventLoopDelay,
  PerformanceObserver,
  performance,
} from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { BatchObservableResult, Meter, ObservableGauge } from "@opentelemetry/api";

/** Milliseconds between two looks at the event loop; they are made outside of JavaScript. */
const loopResolutionMs = 20;

const nanosecondsPerSecond = 1e9;
const microsecondsPerSecond = 1e6;

/** Measures the process itself until the answer is called. Names as in the semantic conventions of Node, V8 and processes. */
export function measureRuntime(meter: Meter, version: string): () => void {
  measureBuild(meter, version);
  measureProcess(meter);
  const stopLoop = measureEventLoop(meter);
  const stopCollections = measureCollections(meter);
  return () => {
    stopLoop();
    stopCollections();
  };
}

function measureBuild(meter: Meter, version: string): void {
  const description = "Always 1; the labels say what is running.";
  const facts = { version, "process.runtime.version": process.versions.node };
  meter
    .createObservableGauge("lintel.build.info", { description })
    .addCallback((result) => result.observe(1, facts));
}

function measureProcess(meter: Meter): void {
  const resident = meter.createObservableUpDownCounter("process.memory.usage", {
    description: "Physical memory in use (resident set).",
    unit: "By",
  });
  const heapUsed = meter.createObservableUpDownCounter("v8js.memory.heap.used", {
    description: "Heap in use.",
    unit: "By",
  });
  const heapLimit = meter.createObservableUpDownCounter("v8js.memory.heap.limit", {
    description: "What the heap may grow to.",
    unit: "By",
  });
  const external = meter.createObservableUpDownCounter("nodejs.memory.external", {
    description:
      "Memory outside of the heap that objects of it hold, the embedded database's among it.",
    unit: "By",
  });
  meter.addBatchObservableCallback(
    (result) => {
      const memory = process.memoryUsage();
      result.observe(resident, memory.rss);
      result.observe(heapUsed, memory.heapUsed);
      result.observe(heapLimit, getHeapStatistics().heap_size_limit);
      result.observe(external, memory.external);
    },
    [resident, heapUsed, heapLimit, external],
  );
  const uptime = { description: "Time since the process began.", unit: "s" };
  meter
    .createObservableGauge("process.uptime", uptime)
    .addCallback((result) => result.observe(process.uptime()));
  const cpu = { description: "Processor time used.", unit: "s" };
  meter.createObservableCounter("process.cpu.time", cpu).addCallback((result) => {
    const { user, system } = process.cpuUsage();
    result.observe(user / microsecondsPerSecond, { "cpu.mode": "user" });
    result.observe(system / microsecondsPerSecond, { "cpu.mode": "system" });
  });
  measureHandles(meter);
}

function measureHandles(meter: Meter): void {
  const resources = { description: "What keeps the process alive, by kind.", unit: "{resource}" };
  meter
    .createObservableUpDownCounter("nodejs.active_resources", resources)
    .addCallback((result) => {
      const counts = new Map<string, number>();
      for (const kind of process.getActiveResourcesInfo())
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      for (const [kind, count] of counts) result.observe(count, { "nodejs.resource.type": kind });
    });
  if (process.platform !== "linux") return;
  const descriptors = { description: "Open file descriptors.", unit: "{file_descriptor}" };
  meter
    .createObservableUpDownCounter("process.unix.file_descriptor.count", descriptors)
    .addCallback((result) => result.observe(readdirSync("/proc/self/fd").length));
}

function measureEventLoop(meter: Meter): () => void {
  const delays = monitorEventLoopDelay({ resolution: loopResolutionMs });
  delays.enable();
  const gauge = (what: string, description: string): ObservableGauge =>
    meter.createObservableGauge(`nodejs.eventloop.delay.${what}`, { description, unit: "s" });
  const mean = gauge("mean", "Mean delay of the event loop since somebody looked last.");
  const p99 = gauge("p99", "99th percentile of that delay.");
  const max = gauge("max", "Longest such delay.");
  const utilization = meter.createObservableGauge("nodejs.eventloop.utilization", {
    description: "Share of the time since somebody looked last in which the event loop was busy.",
    unit: "1",
  });
  let seen = performance.eventLoopUtilization();
  const look = (result: BatchObservableResult): void => {
    // Before its first look the histogram has no mean and a least value above its greatest.
    if (delays.count > 0) {
      result.observe(mean, delays.mean / nanosecondsPerSecond);
      result.observe(p99, delays.percentile(99) / nanosecondsPerSecond);
      result.observe(max, delays.max / nanosecondsPerSecond);
      delays.reset();
    }
    const now = performance.eventLoopUtilization();
    result.observe(utilization, performance.eventLoopUtilization(now, seen).utilization);
    seen = now;
  };
  meter.addBatchObservableCallback(look, [mean, p99, max, utilization]);
  return () => delays.disable();
}

function measureCollections(meter: Meter): () => void {
  const duration = meter.createHistogram("v8js.gc.duration", {
    description: "Pauses for collecting garbage.",
    unit: "s",
    advice: { explicitBucketBoundaries: [0.001, 0.01, 0.1, 1] },
  });
  const kinds: Readonly<Record<number, string>> = {
    [constants.NODE_PERFORMANCE_GC_MINOR]: "minor",
    [constants.NODE_PERFORMANCE_GC_MAJOR]: "major",
    [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: "incremental",
    [constants.NODE_PERFORMANCE_GC_WEAKCB]: "weakcb",
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind = 0 } = (entry as { detail?: { kind?: number } }).detail ?? {};
      duration.record(entry.duration / 1000, { "v8js.gc.type": kinds[kind] ?? "other" });
    }
  });
  observer.observe({ entryTypes: ["gc"] });
  return () => observer.disconnect();
}
