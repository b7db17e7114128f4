import type { Caller } from "../stage/call.ts";
import type { Random } from "../stage/random.ts";
import type { Tenant } from "../stage/tenant.ts";
import type { Verdict } from "../stage/verdict.ts";
import { caseWrite } from "./case.write.ts";
import { environmentWrite } from "./environment.write.ts";
import { fileWrite } from "./file.write.ts";
import { keyWrite } from "./key.write.ts";
import { runWrite } from "./run.write.ts";
import { suiteWrite } from "./suite.write.ts";

const writeKinds = [environmentWrite, suiteWrite, caseWrite, fileWrite, keyWrite, runWrite];
const wheel = writeKinds.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));

export interface LoadOptions {
  readonly verdict: Verdict;
  readonly tenant: Tenant;
  readonly random: Random;
  readonly targetUrl: string;
  readonly clients: number;
  /** The address of the next call. */
  readonly chooseUrl: () => string;
}

/** Clients that write one change after another until they are stopped. */
export interface Load {
  /** Resolves when all running calls have ended. */
  stop(): Promise<void>;
}

/** The wait of a client after a broken connection, in milliseconds. */
const pauseMs = 50;

export function startLoad(options: LoadOptions): Load {
  const stopping = new AbortController();
  const client = async (number: number): Promise<void> => {
    const random = options.random.fork(`client ${number}`);
    while (!stopping.signal.aborted) {
      const before = options.verdict.figures.get("calls whose line broke");
      await writeOnce(options, random);
      const isBroken = options.verdict.figures.get("calls whose line broke") !== before;
      if (isBroken && !stopping.signal.aborted)
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const clients = Array.from({ length: options.clients }, (_, number) => client(number));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(clients);
    },
  };
}

async function writeOnce(options: LoadOptions, random: Random): Promise<void> {
  const { verdict, tenant, targetUrl } = options;
  const caller: Caller = { verdict, url: options.chooseUrl(), key: random.pick(tenant.keys) };
  await random.pick(wheel).write({ caller, tenant, random, targetUrl });
}
