import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

// Calls an address repeatedly in a separate thread, and reports the longest wait since the last
// report.

const url = workerData as string;
const everyMs = 5;
let longest = 0;
let began = performance.now();

parentPort?.on("message", () => {
  // A call without a response has waited as well.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(Math.max(longest, performance.now() - began));
  longest = 0;
});

for (;;) {
  began = performance.now();
  await (await fetch(url)).text();
  longest = Math.max(longest, performance.now() - began);
  await sleep(everyMs);
  began = performance.now();
}
