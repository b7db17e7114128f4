import { readdir, readFile, writeFile } from "node:fs/promises";

// What the system counts of a process (proc(5)); Linux alone has these files.

/** Resident memory at this moment, in MiB. */
export const readResidentMemory = (pid: number): Promise<number> => readStatus(pid, "VmRSS");

/** The most resident memory since the start, or since `forgetPeakMemory`, in MiB; no moment is missed. */
export const readPeakMemory = (pid: number): Promise<number> => readStatus(pid, "VmHWM");

/** The highest resident memory becomes that of this moment (`clear_refs` in proc(5)). */
export const forgetPeakMemory = (pid: number): Promise<void> =>
  writeFile(`/proc/${pid}/clear_refs`, "5");

async function readStatus(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? Number.NaN) / 1024;
}

/** A tick of the counters below; Linux has had it so on every machine for long (time(7)). */
const tickMs = 10;

/** User and system time of processes so far, in milliseconds; one that has ended counts nothing. */
export async function readCpuTime(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map(readTicks));
  return times.reduce((sum, ticks) => sum + ticks, 0) * tickMs;
}

/**
 * Time that the threads of a process have run so far, in milliseconds: by the nanosecond, where the
 * counters above know ticks. A thread that has ended counts nothing.
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
  // The name before it may hold spaces and brackets; utime and stime are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}
