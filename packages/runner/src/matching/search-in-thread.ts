import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { keepAnswer, type SearchAnswer, type SlowSearchError } from "./search-answers.ts";

/** The file is next to this module, both in the sources and in the bundle. */
const workerUrl = new URL(`search-worker${path.extname(import.meta.url)}`, import.meta.url);

/** Maximum number of threads: each holds a document. */
const maxThreads = 2;
const maxHeapMiB = 512;
/** The search stops itself after a second; this is for a thread that does not start. */
const hangMs = 20_000;

let running = 0;
const waiting: (() => void)[] = [];

async function takePlace(): Promise<void> {
  if (running < maxThreads) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function leavePlace(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}

async function askThread(searched: string, text: string): Promise<SearchAnswer> {
  const worker = new Worker(workerUrl, {
    workerData: { path: searched, text },
    // The thread processes data of a server, so it gets no environment variables of this process.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  });
  try {
    const signal = AbortSignal.timeout(hangMs);
    const [answer] = (await once(worker, "message", { signal })) as [SearchAnswer];
    return answer;
  } catch (error) {
    return { error: `the path cannot be searched: ${(error as Error).message}` };
  } finally {
    await worker.terminate();
  }
}

/** Makes a slow search in parallel with everything else; `text` is the document's. */
export async function searchInThread(slow: SlowSearchError, text: string): Promise<void> {
  await takePlace();
  try {
    keepAnswer(slow.document, slow.path, await askThread(slow.path, text));
  } finally {
    leavePlace();
  }
}
