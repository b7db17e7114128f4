import process from "node:process";
import { exitCodes } from "../outcome/exit-codes.ts";

export type StopReason = "interrupt" | "timeout";

export interface StopWatch {
  /** Resolves when the command must end before its work is done. */
  readonly stopped: Promise<StopReason>;
  /** The end of the timeout, by `performance.now()`. */
  readonly deadline: number;
}

/**
 * Waits for Ctrl-C, the termination signal of a CI system, and the timeout. The second Ctrl-C ends
 * the process at once.
 */
export function watchForStop(timeoutMs: number | null): StopWatch {
  const { promise, resolve } = Promise.withResolvers<StopReason>();
  let isStopping = false;
  const interrupt = (): void => {
    if (isStopping) process.exit(exitCodes.incomplete.code);
    isStopping = true;
    resolve("interrupt");
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  if (timeoutMs === null) return { stopped: promise, deadline: Infinity };
  setTimeout(resolve, timeoutMs, "timeout").unref();
  return { stopped: promise, deadline: performance.now() + timeoutMs };
}
