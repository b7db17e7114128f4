import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { describe, expect, it } from "vitest";

const code = `
  await import(${JSON.stringify(path.join(import.meta.dirname, "end-children.ts"))});
  const { spawn } = await import("node:child_process");
  const child = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"]);
  console.log(child.pid);
  setInterval(() => {}, 1000);
`;

/** A process that acts as a test worker, and the id of the process that it started. */
async function startWorker(): Promise<{ worker: ChildProcess; childId: number }> {
  const worker = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const [line] = (await once(worker.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  return { worker, childId: Number(line.toString()) };
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

describe("an interrupted test worker", () => {
  const interruptions: [string, (worker: ChildProcess) => unknown][] = [
    ["SIGINT", (worker) => worker.kill("SIGINT")],
    ["SIGTERM", (worker) => worker.kill("SIGTERM")],
    ["the loss of the main process", (worker) => worker.disconnect()],
  ];

  it.each(interruptions)("ends the processes it started: %s", async (_, interrupt) => {
    const { worker, childId } = await startWorker();
    expect(isRunning(childId)).toBe(true);
    interrupt(worker);
    await once(worker, "exit");
    await expect.poll(() => isRunning(childId)).toBe(false);
  });
});
