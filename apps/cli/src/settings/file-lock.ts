import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { makePrivateFolder, refuseWrite } from "./private-file.ts";

/** After this time, a lock is left over from a process that ended. Its holder sends requests that end sooner. */
const staleMs = 30_000;
const stepMs = 25;

/**
 * Runs work while this process holds the lock file. The lock of a process that ended is taken over.
 * @throws Failure if the file cannot be created
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (!tryToLock(file)) await setTimeout(stepMs);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryToLock(file: string): boolean {
  try {
    makePrivateFolder(path.dirname(file));
    const descriptor = openSync(file, "wx", 0o600);
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw refuseWrite(file, error);
  }
  if (isLeftOver(file)) rmSync(file, { force: true });
  return false;
}

function isLeftOver(file: string): boolean {
  const present = statSync(file, { throwIfNoEntry: false });
  if (present === undefined) return false;
  const age = Date.now() - present.mtimeMs;
  // A process writes its id immediately after it creates the file.
  return age > staleMs || (age > 1000 && !isAlive(readHolder(file)));
}

function readHolder(file: string): number {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return process.pid;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
