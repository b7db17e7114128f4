import { isMainThread } from "node:worker_threads";

// Loaded into a tested server before its own code. It prints how long its event loop was blocked:
// the processor time of the main thread between two iterations, which other work on the machine
// does not lengthen.

const watchMs = 10;
/** Shorter blocks are not printed. */
const reportedMs = 50;

if (isMainThread) {
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    const heldMs = Math.round((now.user + now.system - before.user - before.system) / 1000);
    before = now;
    if (heldMs >= reportedMs) process.stdout.write(`${JSON.stringify({ loopHeldMs: heldMs })}\n`);
  }, watchMs).unref();
}
