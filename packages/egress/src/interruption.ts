import { clearDeadline, setDeadline } from "./deadlines.ts";
import { EgressError } from "./egress-error.ts";

/** Ends a request from outside: at its deadline or when its caller aborts. */
export interface Interruption {
  /** Set once, then never changed. */
  readonly reason: EgressError | undefined;
  /**
   * Called at once if the request has already ended. Holds one listener, because a request does one
   * thing at a time.
   */
  listen(listener: (reason: EgressError) => void): void;
  /** Settles like the promise, or rejects with the reason. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Removes the deadline and the listeners. */
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
      // Until a full garbage collection, each earlier table of the signal's map of listeners refers
      // to the next one, and so to everything that a listener refers to. No listener may refer to
      // an exchange.
      current = undefined;
    },
  };
}
