import { clearDeadline, setDeadline } from "./deadlines.ts";
import { EgressError } from "./egress-error.ts";

/** What ends a request from outside: its time or its caller. */
export interface Interruption {
  /** Set once, then never changed. */
  readonly reason: EgressError | undefined;
  /** Called at once where it is too late. One listener at a time: a request does one thing at a time. */
  listen(listener: (reason: EgressError) => void): void;
  /** Settles as the promise does, or rejects with the reason. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Ends deadline and listeners. */
  stop(): void;
}

export function startInterruption(
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Interruption {
  let reason: EgressError | undefined;
  let current: ((reason: EgressError) => void) | undefined;
  const interrupt = (error: EgressError): void => {
    if (reason !== undefined) return;
    reason = error;
    current?.(error);
  };
  const abort = () => interrupt(new EgressError("ABORTED", "The request was given up."));
  const expire = () =>
    interrupt(new EgressError("TIMEOUT", `No complete answer within ${timeoutMs} ms.`));
  const deadline = setDeadline(timeoutMs, expire);
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort, { once: true });
  const listen: Interruption["listen"] = (listener) => {
    current = listener;
    if (reason !== undefined) listener(reason);
  };
  return {
    get reason() {
      return reason;
    },
    listen,
    race: (promise) =>
      new Promise((resolve, reject) => {
        listen(reject);
        promise.then(resolve, reject);
      }),
    stop() {
      clearDeadline(deadline);
      signal?.removeEventListener("abort", abort);
      // Every table that the signal's map of listeners ever had leads to the next one, and so to all
      // that hangs on a listener, until a full collection: no exchange must hang on one.
      current = undefined;
    },
  };
}
