import { readFileSync } from "node:fs";
import type { EgressError } from "../egress-error.ts";
import { openEgress } from "./open-egress.ts";

/** What one request to a hostile target did to this process. */
export interface ProbeResult {
  readonly name: string;
  /** A status, or the code of an error. */
  readonly outcome: string | number;
  readonly elapsedMs: number;
  /** The peak of resident memory since the start, above what was resident before the first target. */
  readonly peakGrowthMiB: number;
}

export interface ProbeTask {
  readonly name: string;
  readonly url: string;
  readonly timeoutMs: number;
}

// Run as a process of its own, so that nothing but the client is measured.
const tasks = JSON.parse(process.argv[2] ?? "[]") as ProbeTask[];
await using egress = openEgress("127.0.0.1:*");

async function runTask(task: ProbeTask, residentBefore: number): Promise<ProbeResult> {
  const startedAt = performance.now();
  const outcome = await egress.get(task.url, { timeoutMs: task.timeoutMs }).then(
    (response) => response.status,
    (error: EgressError) => error.code,
  );
  const elapsedMs = performance.now() - startedAt;
  const peakGrowthMiB = (readPeak() - residentBefore) / 2 ** 20;
  return { name: task.name, outcome, elapsedMs, peakGrowthMiB };
}

/**
 * The most that was ever resident, in bytes. Linux counts the process that a child was forked from
 * into `maxRSS`, and a test process is large; the high-water mark in /proc is the child's own.
 */
function readPeak(): number {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    if (kibibytes !== undefined) return Number(kibibytes) * 1024;
  } catch {
    // No Linux: the other figure is its own there.
  }
  return process.resourceUsage().maxRSS * 1024;
}

const first = tasks[0];
if (first !== undefined) await egress.get(new URL("/", first.url).href);
const residentBefore = process.memoryUsage().rss;
const results: ProbeResult[] = [];
for (const task of tasks) results.push(await runTask(task, residentBefore));
process.stdout.write(JSON.stringify(results));
