/** Runs steps one after another, until it is stopped. */
export interface Sequence {
  /** `stopping` is aborted when the work is to end. */
  run<T>(work: (stopping: AbortSignal) => Promise<T>): Promise<T>;
  /** Aborts the running step, and never begins the waiting ones. */
  stop(): Promise<void>;
}

export function createSequence(): Sequence {
  const stopping = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      const next = last.then(() => {
        stopping.signal.throwIfAborted();
        return work(stopping.signal);
      });
      last = next.catch(() => {});
      return next;
    },
    async stop() {
      stopping.abort(new Error("The server is being stopped."));
      await last;
    },
  };
}
