import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

// Calls an address again and again, in a thread that does nothing else, and tells the longest wait
// since it was asked last.

const url = workerData as string;
const everyMs = 5;
let longest = 0;
let began = performance.now();

parentPort?.on("message", () => {
  // A call that is still under way has waited as well.
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
