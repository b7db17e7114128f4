import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../stage/random.ts";
import type { Verdict } from "../stage/verdict.ts";

/** A gateway from its start to its end. */
export interface Life {
  /** Also the credential of its calls: calls are counted apart for each life. */
  readonly name: string;
  readonly url: string;
  /** When it was killed; null: it was not. Instants are those of `performance.now()`. */
  killedAt: number | null;
  /** When each of its calls was answered in full. */
  readonly answeredAt: number[];
}

export interface CallLoad {
  stop(): Promise<void>;
}

export interface CallLoadOptions {
  readonly verdict: Verdict;
  readonly random: Random;
  readonly clients: number;
  /** The paths of the operations. */
  readonly paths: readonly string[];
  /** The gateways that are up. */
  readonly lives: () => readonly Life[];
}

/** Clients that call through the gateways, and say which calls failed although nothing was killed. */
export function startCallLoad(options: CallLoadOptions): CallLoad {
  const { random, clients, lives } = options;
  const state = { isRunning: true };
  const work = async (own: Random): Promise<void> => {
    while (state.isRunning) {
      const open = lives();
      if (open.length > 0) await callOnce(options, own, own.pick(open));
      await sleep(own.between(0, 10));
    }
  };
  const all = Array.from({ length: clients }, (_, at) => work(random.fork(`client ${at}`)));
  return {
    async stop() {
      state.isRunning = false;
      await Promise.all(all);
    },
  };
}

async function callOnce({ verdict, paths }: CallLoadOptions, random: Random, life: Life) {
  const [call, path] = [random.uuid(), random.pick(paths)];
  const headers = { "x-api-key": life.name, "x-call": call };
  const failure = await fetch(`${life.url}${path}`, { headers })
    .then(async (answer) => {
      const text = await answer.text();
      const isWhole = answer.status === 200 && text === JSON.stringify({ call });
      return isWhole ? null : `${answer.status} ${text.slice(0, 200)}`;
    })
    // The kill of a gateway also cuts answers that have begun.
    .catch(describe);
  verdict.count("calls");
  if (failure === null) {
    life.answeredAt.push(performance.now());
    return;
  }
  // What was in flight at a killed gateway, or was sent to it before anyone knew, may fail.
  if (life.killedAt !== null) verdict.count("calls that failed at a killed gateway");
  else
    verdict.violate("a call fails although its gateway lives", { path, failure, life: life.name });
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error);
