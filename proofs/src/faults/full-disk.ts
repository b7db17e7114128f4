import { execFile } from "node:child_process";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A small separate disk to fill. */
export interface SmallDisk {
  readonly path: string;
  /** @param leftBytes - stay free; 0 unless given */
  fill(leftBytes?: number): Promise<void>;
  makeRoom(): Promise<void>;
  remove(): Promise<void>;
}

export async function makeSmallDisk(mebibytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(path.join(tmpdir(), "lintel-disk-"));
  await run("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=0700`, "tmpfs", folder]);
  const filler = path.join(folder, "filler");
  return {
    path: folder,
    async fill(leftBytes = 0) {
      // The server may free or take a page at the same time, so this repeats until no space is
      // left.
      for (let turn = 0; turn < 20; turn += 1) {
        const { bavail, bsize } = await statfs(folder);
        const free = bavail * bsize - leftBytes;
        if (free < bsize) return;
        await writeFile(`${filler}-${turn}`, Buffer.alloc(free)).catch(() => {});
      }
    },
    async makeRoom() {
      for (let turn = 0; turn < 20; turn += 1) await rm(`${filler}-${turn}`, { force: true });
    },
    async remove() {
      await run("umount", ["-l", folder]).catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Only root can mount a disk; without it, there is no disk to fill. */
export async function whyNoSmallDisk(): Promise<string | null> {
  if (process.platform !== "linux") return "a small disk can be made on Linux only";
  if (process.getuid?.() !== 0) return "a small disk can be mounted by root only";
  try {
    await (await makeSmallDisk(1)).remove();
    return null;
  } catch {
    return "this machine does not let a small disk be mounted";
  }
}
