import { readFileSync } from "node:fs";
import { scanShop, shopDocument } from "@lintel/bookshop/testing/scan-shop";
import { parseDocument } from "@lintel/openapi/parse";
import { readSurface } from "@lintel/scanner/read-surface";
import type { ScanTools } from "@lintel/scanner/scan.types";

/** The pace of a profile by default, in requests a second. */
const requestsPerSecond = 10;
const operationCount = 24;

/** The longest times of a scan at the usual pace, in seconds. */
export const paceLimits = { firstHigh: 15, whole: 120 } as const;

export interface PaceMeasure {
  /** Seconds until the first high finding of a scan of the whole shop; null if there is none. */
  readonly firstHigh: number | null;
  /** Seconds that a scan of the first 24 operations of the document takes. */
  readonly whole: number;
  readonly requests: number;
}

/** Scans a shop whose orders everybody reads, at the usual pace. */
export async function measurePace(tools: Partial<ScanTools>): Promise<PaceMeasure> {
  const firstHigh = await timeFirstHigh(tools);
  const { operations } = readSurface(parseDocument(readFileSync(shopDocument)).value);
  const include = operations.slice(0, operationCount).map(({ id }) => id);
  const startedAt = performance.now();
  const { requestCount } = await scanShop([], {
    requestsPerSecond,
    scope: { include, exclude: [] },
    tools,
  });
  return { firstHigh, whole: secondsSince(startedAt), requests: requestCount };
}

async function timeFirstHigh(tools: Partial<ScanTools>): Promise<number | null> {
  const over = new AbortController();
  const startedAt = performance.now();
  let found: number | null = null;
  await scanShop(["bola"], {
    requestsPerSecond,
    timeBudget: 60,
    tools: {
      ...tools,
      signal: over.signal,
      onProgress({ findings }) {
        if (!findings.some(({ guidance }) => guidance.severity === "high")) return;
        found ??= secondsSince(startedAt);
        over.abort();
      },
    },
  });
  return found;
}

const secondsSince = (moment: number): number => (performance.now() - moment) / 1000;
