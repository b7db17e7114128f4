import { constants, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Files that are handed to the threads of Node at once. Each waits for a turn of the event loop when it is
 * copied, and turns are long where an embedded database is busy: many have to share one.
 */
const atOnce = 256;
/** A file that was written so shortly before the first step may have been written in the midst of it. */
const doubtfulNs = 2_000_000_000n;

/**
 * Copies a folder that is in use, in two steps: all of it while it is written on, then, while nobody
 * writes, what was written since. `hold` keeps writers out while it runs what it is given, which takes
 * as long as that little needs, however large the folder is.
 */
export async function copyUsedFolder(
  from: string,
  to: string,
  hold: (copyRest: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  // The instant by the clock of the disk, which may be another machine's.
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

// At once: a thousand files take some ten milliseconds so, and a turn of the event loop each otherwise.
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
    // All of them, also after a failure: whoever removes the copy must not meet files that still come.
    const failed = (await Promise.allSettled(part)).find(({ status }) => status === "rejected");
    if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  }
}

/** A file that vanished meanwhile is none of the folder's any more. */
async function copyOne(from: string, to: string, name: string): Promise<void> {
  try {
    await copyFile(path.join(from, name), path.join(to, name), constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
