import { open, readFile, rm, type FileHandle } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const waitMs = 200;

/** Runs `work` in one process at a time: others wait, and then find what it made. */
export async function withBuildLock<Made>(file: string, work: () => Promise<Made>): Promise<Made> {
  const handle = await take(file);
  try {
    return await work();
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<FileHandle> {
  for (;;) {
    try {
      const handle = await open(file, "wx");
      await handle.writeFile(String(process.pid));
      return handle;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (await isLeft(file)) await rm(file, { force: true });
    else await sleep(waitMs);
  }
}

/** Whether the process that took the lock has ended without releasing it. */
async function isLeft(file: string): Promise<boolean> {
  const pid = Number(await readFile(file, "utf8").catch(() => ""));
  // The other process has not written its number yet, or has just released the lock.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}
