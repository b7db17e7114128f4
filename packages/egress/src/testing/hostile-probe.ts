import { readFileSync } from "node:fs";
import type { EgressError } from "../egress-error.ts";
import { openEgress } from "./open-egress.ts";

/** The effect of one request to a hostile target on this process. */
export interface ProbeResult {
  readonly name: string;
  /** A status, or the code of an error. */
  readonly outcome: string | number;
  readonly elapsedMs: number;
  /** Growth of the peak of resident memory since before the first target, in bytes. */
  readonly peakGrowthMiB: number;
}

export interface ProbeTask {
  readonly name: string;
  readonly url: string;
  readonly timeoutMs: number;
}

// Runs in a process of its own, so that only the client is measured.
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
 * The maximum resident memory so far, in bytes. Linux includes the parent process before the fork
 * in `maxRSS`, and a test process is large; the high-water mark in /proc covers only the child.
 */
function readPeak(): number {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
    if (kibibytes !== undefined) return Number(kibibytes) * 1024;
  } catch {
    // Not Linux: there the other figure covers only the child.
  }
  return process.resourceUsage().maxRSS * 1024;
}

const first = tasks[0];
if (first !== undefined) await egress.get(new URL("/", first.url).href);
const residentBefore = process.memoryUsage().rss;
const results: ProbeResult[] = [];
for (const task of tasks) results.push(await runTask(task, residentBefore));
process.stdout.write(JSON.stringify(results));
