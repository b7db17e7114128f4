import { setMaxListeners } from "node:events";

/** Maximum duration of the tear-down of a cancelled run, in milliseconds. */
const tearDownGraceMs = 30_000;

/** The signals that end the requests of a run. */
export interface RunSignals {
  /** For set-up and tests: aborted when the run is cancelled or ended. */
  readonly tests: AbortSignal;
  /** For tear-down: aborted some time after the run was cancelled. */
  readonly tearDown: AbortSignal;
  readonly isCancelled: () => boolean;
  endTests(): void;
  /** Removes the listener from the caller's signal. */
  close(): void;
}

type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export function watchSignal(signal: AbortSignal, wait: Wait): RunSignals {
  const [tests, tearDown, over] = [
    new AbortController(),
    new AbortController(),
    new AbortController(),
  ];
  // Every parallel pass listens to these.
  setMaxListeners(0, tests.signal, tearDown.signal);
  const cancel = () => {
    tests.abort();
    wait(tearDownGraceMs, over.signal).then(
      () => tearDown.abort(),
      () => undefined,
    );
  };
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
  return {
    tests: tests.signal,
    tearDown: tearDown.signal,
    isCancelled: () => signal.aborted,
    endTests: () => tests.abort(),
    close() {
      signal.removeEventListener("abort", cancel);
      over.abort();
    },
  };
}
