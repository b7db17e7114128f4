import { setImmediate } from "node:timers/promises";

/**
 * Lets the process do something else between the statements of much work. The embedded engine runs
 * in the process itself: its statements follow one another without a turn of the event loop, and
 * nobody would be answered until the last of them.
 */
export const letOthersIn = (): Promise<void> => setImmediate();
