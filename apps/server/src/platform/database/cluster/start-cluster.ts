import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { extract } from "tar";

/** A cluster of the embedded engine that has no tables yet; `npm run cluster` makes it. */
export const clusterImage = path.join(import.meta.dirname, "empty-cluster.tar.zst");

/**
 * Makes the folder of a new embedded database from an image. The engine's own initialization takes
 * seconds and a gigabyte of memory.
 */
export async function startCluster(folder: string): Promise<void> {
  // An interrupted start leaves a partial folder, but never a database that cannot be opened.
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  try {
    await unpack(partial);
    await rename(partial, folder);
  } catch (error) {
    // On a full disk, a partial folder would keep it full.
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function unpack(cwd: string): Promise<void> {
  const faults: (string | Error)[] = [];
  await extract({
    file: clusterImage,
    cwd,
    dmode: 0o700,
    fmode: 0o600,
    // A file that cannot be written is only a warning, and so is the leading "/" of every name.
    onwarn: (code, fault) => {
      if (code !== "TAR_ENTRY_INFO") faults.push(fault);
    },
  });
  const [fault] = faults;
  if (fault !== undefined) throw fault instanceof Error ? fault : new Error(fault);
}
