import { constants, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Files that are copied at once by Node's threads. Each copied file waits for a turn of the event
 * loop, and turns are long while an embedded database is busy, so many files have to share one.
 */
const atOnce = 256;
/**
 * A file that was written so shortly before the first step may also have been written during it.
 */
const doubtfulNs = 2_000_000_000n;

/**
 * Copies a folder in use in two steps: first everything during writes, then, without writers, what
 * was written since. `hold` blocks writers while it runs the second step, whose duration does not
 * depend on the size of the folder.
 */
export async function copyUsedFolder(
  from: string,
  to: string,
  hold: (copyRest: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  // The time by the clock of the file system, which may be on another machine.
  const began = (await stat(to, { bigint: true })).mtimeNs;
  const before = listFiles(from);
  await copyFiles(from, to, before);
  await hold(async () => {
    const now = listFiles(from);
    const isChanged = (name: string, { mark, mtimeNs }: Entry): boolean =>
      before.get(name)?.mark !== mark || mtimeNs >= began - doubtfulNs;
    const changed = new Map([...now].filter((entry) => isChanged(...entry)));
    await Promise.all(
      [...before.keys()]
        .filter((name) => !now.has(name))
        .map((name) => rm(path.join(to, name), { recursive: true, force: true })),
    );
    await copyFiles(from, to, changed);
  });
}

interface Entry {
  readonly isFolder: boolean;
  readonly mark: string;
  readonly mtimeNs: bigint;
}

// In parallel: a thousand files take about ten milliseconds, not a turn of the event loop each.
function listFiles(folder: string): Map<string, Entry> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const entries = names.flatMap((name): [string, Entry][] => {
    const status = lstatSync(path.join(folder, name), { bigint: true, throwIfNoEntry: false });
    if (status === undefined) return [];
    const { ino, size, mtimeNs } = status;
    return status.isDirectory()
      ? [[name, { isFolder: true, mark: "folder", mtimeNs: 0n }]]
      : [[name, { isFolder: false, mark: `${ino} ${size} ${mtimeNs}`, mtimeNs }]];
  });
  return new Map(entries);
}

async function copyFiles(
  from: string,
  to: string,
  entries: ReadonlyMap<string, Entry>,
): Promise<void> {
  const files: string[] = [];
  for (const [name, { isFolder }] of entries) {
    if (isFolder) mkdirSync(path.join(to, name), { recursive: true });
    else files.push(name);
  }
  for (let at = 0; at < files.length; at += atOnce) {
    const part = files.slice(at, at + atOnce).map((name) => copyOne(from, to, name));
    // Waits for all files even after a failure, so that none is added while the copy is removed.
    const failed = (await Promise.allSettled(part)).find(({ status }) => status === "rejected");
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  }
}

/** A file that has been deleted in the meantime is not part of the folder. */
async function copyOne(from: string, to: string, name: string): Promise<void> {
  try {
    await copyFile(path.join(from, name), path.join(to, name), constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
