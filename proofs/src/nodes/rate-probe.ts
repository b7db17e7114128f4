import { setTimeout as sleep } from "node:timers/promises";
import { call } from "../stage/call.ts";
import type { Random } from "../stage/random.ts";
import type { Verdict } from "../stage/verdict.ts";
import { findExcess, type AdmittedCall, type Loss, type WindowBudget } from "./find-excess.ts";

/** A user who constantly sends three times the budget, over all nodes. */
export interface RateProbe {
  /**
   * Records a period in which the database lost the windows, in milliseconds of
   * `performance.now()`.
   */
  noteLoss(loss: Loss): void;
  stop(): Promise<void>;
  /** Checks the admitted calls. */
  check(): void;
}

export interface RateProbeOptions {
  readonly verdict: Verdict;
  readonly key: string;
  readonly random: Random;
  readonly budget: WindowBudget;
  readonly chooseUrl: () => string;
}

const probes = 3;

export function startRateProbe(options: RateProbeOptions): RateProbe {
  const { verdict, key, budget, chooseUrl } = options;
  const admitted: AdmittedCall[] = [];
  const losses: Loss[] = [];
  const stopping = new AbortController();
  const pauseMs = (probes * budget.windowMs) / (3 * budget.limit);

  async function probe(random: Random): Promise<void> {
    while (!stopping.signal.aborted) {
      const sentAt = performance.now();
      const answer = await call({ verdict, url: chooseUrl(), key }, "getCaller", {});
      // It is unknown whether a call without a response was counted, so it is ignored.
      if (answer.kind === "done") admitted.push({ sentAt, endedAt: performance.now() });
      await sleep(random.between(0, 2 * pauseMs));
    }
  }

  const running = Array.from({ length: probes }, (_, number) =>
    probe(options.random.fork(`probe ${number}`)),
  );

  return {
    noteLoss: (loss) => void losses.push(loss),
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
    check() {
      const { most, excesses } = findExcess(admitted, budget, losses);
      verdict.count("calls of the rate probe that were admitted", admitted.length);
      verdict.raise(`maximum of them certainly in one window (${budget.limit} are allowed)`, most);
      for (const excess of excesses.slice(0, 5)) {
        verdict.violate("a user had more calls than the limit in a window", {
          ...excess,
          budget,
          losses,
        });
      }
      if (most < budget.limit / 2) {
        verdict.violate("the rate probe stayed far below the limit and proves nothing", { most });
      }
    },
  };
}
