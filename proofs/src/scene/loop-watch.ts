import { isMainThread } from "node:worker_threads";

// Loaded into a server under proof before its own code. It prints how long its event loop was held:
// the processor time of the main thread between two turns, which other work on the machine does not
// make longer.

const watchMs = 10;
/** Shorter holds are not worth a line. */
const toldMs = 50;

if (isMainThread) {
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    const heldMs = Math.round((now.user + now.system - before.user - before.system) / 1000);
    before = now;
    if (heldMs >= toldMs) process.stdout.write(`${JSON.stringify({ loopHeldMs: heldMs })}\n`);
  }, watchMs).unref();
}
