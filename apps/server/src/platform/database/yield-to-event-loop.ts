import { setImmediate } from "node:timers/promises";

/**
 * Yields to the event loop between the statements of long work. The embedded engine runs in the
 * process: its statements follow one another without a turn of the event loop, and no call would be
 * answered until the last one.
 */
export const yieldToEventLoop = (): Promise<void> => setImmediate();
