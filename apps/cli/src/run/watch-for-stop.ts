import process from "node:process";
import { exitCodes } from "../outcome/exit-codes.ts";

export type StopReason = "interrupt" | "timeout";

export interface StopWatch {
  /** Resolves when the command is to end before its work is done. */
  readonly stopped: Promise<StopReason>;
  /** When the time is over, as `performance.now()` counts. */
  readonly deadline: number;
}

/**
 * Waits for Ctrl-C, the end that a CI system asks for, and the end of the time. The second Ctrl-C
 * ends the process at once.
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
