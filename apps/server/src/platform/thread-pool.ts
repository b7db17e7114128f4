import path from "node:path";
import type { Piscina } from "piscina";

/** Threads for one kind of work. */
export interface ThreadPool {
  /** No thread starts before the first work for it arrives. */
  open(): Promise<Piscina>;
  close(): Promise<void>;
}

export interface ThreadPoolOptions {
  /** The module that the threads run, without its extension. */
  readonly worker: URL;
  /** The function of that module that a call runs. */
  readonly entry: string;
  readonly maxThreads: number;
  /**
   * Memory limits of each thread, in MiB. A thread that needs more ends, and the server continues.
   */
  readonly heap: { readonly old: number; readonly young?: number };
}

/** How long an idle thread stays, in milliseconds. */
const idleTimeout = 30_000;

export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  let opening: Promise<Piscina> | null = null;
  return {
    open: () => (opening ??= openPool(options)),
    close: async () => (await opening)?.destroy(),
  };
}

async function openPool({ worker, entry, maxThreads, heap }: ThreadPoolOptions): Promise<Piscina> {
  const { FixedQueue, Piscina } = await import("piscina");
  return new Piscina({
    filename: worker.href + path.extname(import.meta.url),
    name: entry,
    minThreads: 0,
    maxThreads,
    idleTimeout,
    // The library's default is one queue for all pools of a process.
    taskQueue: new FixedQueue(),
    // Threads process untrusted texts, so they do not get the environment of the process.
    env: {},
    resourceLimits: {
      maxOldGenerationSizeMb: heap.old,
      ...(heap.young === undefined ? {} : { maxYoungGenerationSizeMb: heap.young }),
    },
    recordTiming: false,
  });
}

/** Whether a call failed because its thread exceeded its memory limit. */
export const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY";
