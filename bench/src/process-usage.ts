import { readdir, readFile, writeFile } from "node:fs/promises";

// Counters of the system for a process (proc(5)); only Linux has these files.

/** Resident memory at this moment, in MiB. */
export const readResidentMemory = (pid: number): Promise<number> => readStatus(pid, "VmRSS");

/**
 * The maximum of resident memory since the start, or since `forgetPeakMemory`, in MiB, as counted
 * by the system.
 */
export const readPeakMemory = (pid: number): Promise<number> => readStatus(pid, "VmHWM");

/** Resets the maximum to the present resident memory (`clear_refs` in proc(5)). */
export const forgetPeakMemory = (pid: number): Promise<void> =>
  writeFile(`/proc/${pid}/clear_refs`, "5");

async function readStatus(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** A tick of the counters below, which is the same on all Linux machines (time(7)). */
const tickMs = 10;

/** User and system time of processes so far, in milliseconds, without processes that have ended. */
export async function readCpuTime(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map(readTicks));
  return times.reduce((sum, ticks) => sum + ticks, 0) * tickMs;
}

/**
 * The run time of the threads of a process so far, in milliseconds with nanosecond resolution,
 * without threads that have ended. The counters above have the resolution of a tick.
 */
export async function readThreadTime(pid: number): Promise<number> {
  const tasks = `/proc/${pid}/task`;
  const times = await Promise.all(
    (await readdir(tasks)).map(async (thread) => {
      const text = await readFile(`${tasks}/${thread}/schedstat`, "utf8").catch(() => "0");
      return Number(text.split(" ")[0]);
    }),
  );
  return times.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}

async function readTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name before it can contain spaces and brackets; utime and stime are the 14th and 15th
  // field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
