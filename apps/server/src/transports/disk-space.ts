import { statfs } from "node:fs/promises";

/** Where an embedded database writes, and how much room it needs to go on. */
export interface WatchedDisk {
  readonly folder: string;
  readonly neededBytes: number;
}

/** Below this an embedded database soon refuses to write: its journal grows in files of 16 MiB. */
export const neededBytes = 32 * 1024 * 1024;

export async function isFull({ folder, neededBytes: needed }: WatchedDisk): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < needed;
}
