import { MessageChannel } from "node:worker_threads";
import type { Renderer, RenderOptions } from "@lintel/markdown/create-renderer";
import { MarkdownError } from "@lintel/markdown/values/markdown-error";
import type { PageResolvers, RenderedPage } from "@lintel/markdown/values/page.types";
import { createThreadPool, isOutOfMemory } from "../../../platform/thread-pool.ts";
import { createThreadSlots } from "../../../platform/thread-slots.ts";
import type { RenderAnswer, RenderCall } from "./render-worker.ts";
import { answerQuestions, type ResolverName } from "./resolver-port.ts";

export interface ThreadedRendererOptions {
  /** How long a page may take in its thread, in milliseconds. 30 s by default. */
  readonly limitMs?: number;
}

const threads = 2;
/** One organization leaves a thread to the others. */
const threadsEach = 1;
/** How many pages may wait for a thread. */
const maxWaiting = 16;
/** A page of a million characters that consists only of elements needs about 600 MiB. */
const heapMiB = 1_024;

export interface ThreadedRenderer {
  /** The renderer of an organization. Organizations take turns. */
  of(organizationId: string): Renderer;
}

/**
 * Renders pages in threads, so that a long page does not block the event loop. A page that takes
 * too long or too much memory is refused with `PAGE_TOO_LARGE`.
 */
export function createThreadedRenderer(options: ThreadedRendererOptions = {}): ThreadedRenderer {
  const { limitMs = 30_000 } = options;
  const slots = createThreadSlots({ atOnce: threads, atOnceEach: threadsEach, maxWaiting });
  const pool = createThreadPool({
    worker: new URL("render-worker", import.meta.url),
    entry: "render",
    maxThreads: threads,
    heap: { old: heapMiB },
  });

  async function run(call: RenderCall): Promise<RenderAnswer> {
    const limit = AbortSignal.timeout(limitMs);
    try {
      const opened = await pool.open();
      return await opened.run(call, { transferList: [call.port], signal: limit });
    } catch (error) {
      if (limit.aborted) throw tooLarge(`Rendering it took more than ${limitMs / 1000} s`);
      if (isOutOfMemory(error)) throw tooLarge(`Rendering it took more than ${heapMiB} MiB`);
      throw error;
    }
  }

  async function render(
    source: string,
    resolvers: PageResolvers = {},
    renderOptions: RenderOptions = {},
  ): Promise<RenderedPage> {
    const { port1, port2 } = new MessageChannel();
    const answering = answerQuestions(port1, resolvers);
    const names = Object.keys(resolvers) as ResolverName[];
    const call = { source, options: renderOptions, resolvers: names, port: port2 };
    try {
      const answer = await run(call);
      if (answer.kind === "rendered") return answer.page;
      throw new MarkdownError(answer.code, answer.message);
    } catch (error) {
      throw answering.failure()?.error ?? error;
    } finally {
      port1.close();
    }
  }

  return {
    of: (organizationId) => ({
      render: (source, resolvers, renderOptions) =>
        slots.take(organizationId, () => render(source, resolvers, renderOptions)),
    }),
  };
}

const tooLarge = (why: string): MarkdownError =>
  new MarkdownError("PAGE_TOO_LARGE", `${why}: split the page`);
