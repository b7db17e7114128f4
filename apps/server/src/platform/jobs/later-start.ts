import type { Logger } from "pino";

/** Work that begins once, after a delay. */
export interface LaterStart {
  /** Begins it now, unless it has begun. */
  now(): void;
  /** Prevents its beginning, or waits until it has begun. */
  cancel(): Promise<void>;
}

/** A failed beginning is tried again after the same delay. */
export function startLater(begin: () => Promise<void>, delayMs: number, log: Logger): LaterStart {
  let beginning: Promise<void> | null = null;
  let isCancelled = false;
  let timer = setTimeout(now, delayMs).unref();

  function now(): void {
    clearTimeout(timer);
    if (!isCancelled) beginning ??= begin().catch(tryAgain);
  }

  function tryAgain(error: unknown): void {
    log.error({ err: error }, "background work could not begin; it is tried again");
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
