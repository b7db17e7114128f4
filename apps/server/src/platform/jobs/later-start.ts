import type { Logger } from "pino";

/** Something that begins after a while, once. */
export interface LaterStart {
  /** Begins it now, unless it has begun. */
  now(): void;
  /** Has it never begin; where it is beginning, waits until it has. */
  cancel(): Promise<void>;
}

/** What fails to begin is tried again after as long. */
export function startLater(begin: () => Promise<void>, delayMs: number, log: Logger): LaterStart {
  let beginning: Promise<void> | null = null;
  let isCancelled = false;
  let timer = setTimeout(now, delayMs).unref();

  function now(): void {
    clearTimeout(timer);
    if (!isCancelled) beginning ??= begin().catch(tryAgain);
  }

  function tryAgain(error: unknown): void {
    log.error({ err: error }, "work beside calls could not begin; it is tried again");
    beginning = null;
    timer = setTimeout(now, delayMs).unref();
  }

  return {
    now,
    async cancel() {
      isCancelled = true;
      clearTimeout(timer);
      await beginning;
    },
  };
}
