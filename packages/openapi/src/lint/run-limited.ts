import { createContext, Script } from "node:vm";

/** The work took longer than it may. */
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
 * Does work that may never end by itself, such as running the patterns of a document, and breaks it off.
 * The watchdog of `node:vm` ends a running regular expression, which a timer cannot. The context is no
 * sandbox: the work runs outside of it.
 * @throws TooLongError, or what the work throws.
 */
export function runLimited(work: () => void, limitMs: number): void {
  try {
    script.runInContext(createContext({ work }), { timeout: limitMs });
  } catch (error) {
    throw isTimeout(error) ? new TooLongError(`It took longer than ${limitMs} ms.`) : error;
  }
}
