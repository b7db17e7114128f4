import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseAllowRules } from "@lintel/egress/allow-rules";
import { createEgress } from "@lintel/egress/create-egress";
import { parseDocument } from "@lintel/openapi/parse";
import { runScan } from "../run-scan.ts";
import type { ScanResult, ScanSettings, ScanTools } from "../model/scan.types.ts";
import { readSurface, type RecordedSources } from "../read-surface.ts";
import type { Scope } from "../surface/scope.ts";
import { createPace, type ScanClock } from "../traffic/pace.ts";

/** Settings of a scan in a test; the target is at a port of 127.0.0.1. */
export interface TestScan extends Partial<Omit<ScanSettings, "surface">> {
  readonly baseUrl: string;
  /** The path of an OpenAPI document, or its text. */
  readonly document: string | URL | { readonly text: string };
  /** Unlimited by default. */
  readonly requestsPerSecond?: number;
  readonly scope?: Scope;
  readonly recorded?: RecordedSources;
  readonly tools?: Partial<ScanTools>;
}

export const systemClock: ScanClock = {
  now: () => performance.now(),
  wait: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
};

/** Scans a target on this machine, without a pause between requests. */
export const scanWith = (options: TestScan): Promise<ScanResult> => withTarget(options, runScan);

/** The same for other work with a target, such as a preflight. */
export async function withTarget<T>(
  options: TestScan,
  work: (settings: ScanSettings, tools: ScanTools) => Promise<T>,
): Promise<T> {
  const {
    document,
    requestsPerSecond = Infinity,
    scope,
    recorded,
    tools = {},
    ...settings
  } = options;
  const egress = createEgress({
    allow: parseAllowRules("127.0.0.1:*"),
    isOwnAddress: () => false,
  });
  try {
    return await work(
      {
        scanId: "test",
        surface: readSurface(parseDocument(readText(document)).value, {
          ...recorded,
          ...(scope === undefined ? {} : { scope }),
        }),
        identities: [],
        timeBudget: 600,
        isDisposable: false,
        allowedOperations: [],
        accessRules: [],
        seed: 1,
        ...settings,
      },
      {
        egress,
        pace: createPace(requestsPerSecond, systemClock),
        clock: systemClock,
        signal: new AbortController().signal,
        ...tools,
      },
    );
  } finally {
    await egress.close();
  }
}

const readText = (document: TestScan["document"]): string =>
  typeof document === "object" && "text" in document
    ? document.text
    : readFileSync(document, "utf8");
