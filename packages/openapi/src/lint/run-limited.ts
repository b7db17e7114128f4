import { createContext, Script } from "node:vm";

/** The work exceeded its time limit. */
export class TooLongError extends Error {
  override readonly name = "TooLongError";
}

const script = new Script("work()");
const isTimeout = (error: unknown) =>
  typeof error === "object" &&
  error !== null &&
  "code" in error &&
  error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";

/**
 * Runs work that may never end, such as the patterns of a document, with a time limit. The watchdog
 * of `node:vm` ends a running regular expression, which a timer cannot. The context is no sandbox:
 * the work runs outside of it.
 * @throws TooLongError, or what the work throws.
 */
export function runLimited(work: () => void, limitMs: number): void {
  try {
    script.runInContext(createContext({ work }), { timeout: limitMs });
  } catch (error) {
    throw isTimeout(error) ? new TooLongError(`It took longer than ${limitMs} ms.`) : error;
  }
}
