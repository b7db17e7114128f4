import type { Logger } from "pino";
import type { Drift } from "@lintel/traffic/find-drift";
import type { GatewaySource } from "../../features/traffic/gateway.types.ts";
import { createRecentMap } from "../../platform/recent-map.ts";
import { createThreadPool } from "../../platform/thread-pool.ts";
import type { AnswerCheck, AnswerVerdict } from "./drift-worker.ts";

/** Holds answers against documents, in a thread that no call waits for. */
export interface AnswerChecker {
  check(organizationId: string, answer: AnswerCheck): Promise<CheckResult>;
  close(): Promise<void>;
}

export interface CheckResult {
  /** null: it cannot be checked. */
  readonly drifts: readonly Drift[] | null;
  /** Processor time, in milliseconds. */
  readonly usedMs: number;
}

/** A check that takes longer is given up, and so are the answers of its version for an hour. */
const limitMs = 10_000;
const pauseMs = 3_600_000;

export function createAnswerChecker(
  source: Pick<GatewaySource, "readDocument">,
  log: Logger,
  now: () => number,
): AnswerChecker {
  const pool = createThreadPool({
    worker: new URL("drift-worker", import.meta.url),
    entry: "check",
    // One keeps the documents, and uses one processor at most.
    maxThreads: 1,
    heap: { old: 256 },
  });
  const pausedUntil = createRecentMap<string, number>(1000);
  let isClosed = false;

  async function run(organizationId: string, answer: AnswerCheck): Promise<AnswerVerdict> {
    const threads = await pool.open();
    const signal = () => ({ signal: AbortSignal.timeout(limitMs) });
    const verdict = (await threads.run({ answer, texts: null }, signal())) as AnswerVerdict;
    if (verdict.kind !== "unknown") return verdict;
    const texts = await source.readDocument(organizationId, answer.versionId);
    if (texts === null) throw new Error("The document is too large, or gone.");
    return (await threads.run({ answer, texts }, signal())) as AnswerVerdict;
  }

  return {
    async check(organizationId, answer) {
      const { versionId } = answer;
      if ((pausedUntil.get(versionId) ?? 0) > now()) return { drifts: null, usedMs: 0 };
      try {
        const { kind, drifts, usedMs } = await run(organizationId, answer);
        return { drifts: kind === "checked" ? drifts : null, usedMs };
      } catch (error) {
        pausedUntil.set(versionId, now() + pauseMs);
        if (!isClosed)
          log.warn({ err: error, versionId }, "answers of a version are not checked for an hour");
        return { drifts: null, usedMs: limitMs };
      }
    },
    close() {
      isClosed = true;
      return pool.close();
    },
  };
}
