import { randomBytes } from "node:crypto";
import { lstat, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { parseMasterKeys, type MasterKey } from "../crypto/master-key.ts";
import { checkPrivate, DataFolderError } from "./check-private.ts";

/** Where a data folder keeps its master keys, unless a setting holds them. */
export function keyFileOf(folder: string): string {
  return path.join(folder, "master.key");
}

export const makeMasterKey = (): MasterKey => randomBytes(32);

/**
 * The keys of the file, the newest first; null where there is no file.
 *
 * @throws DataFolderError where there is one that cannot be used.
 */
export async function readKeyFile(file: string): Promise<readonly MasterKey[] | null> {
  const text = await readIfThere(file);
  if (text === null) return null;
  const keys = parseMasterKeys(text);
  if (keys !== null) return keys;
  throw new DataFolderError(
    `${file} holds no master key; bring back the one that was there. Without it nothing opens the secrets that are stored.`,
  );
}

// Anything but an absent file is a key that is there and cannot be read: never a reason to make another.
async function readIfThere(file: string): Promise<string | null> {
  try {
    if ((await lstat(file).catch(nullIfAbsent)) === null) return null;
    await checkPrivate(file, "file", 0o600);
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof DataFolderError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new DataFolderError(
      `${file} cannot be read (${code}); let the user of this process read it, or mount its disk. Nothing was changed.`,
      { cause: error },
    );
  }
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/** Written whole or not at all, and on the disk when it is done: half a key would seal secrets that nothing opens. */
export async function writeKeyFile(file: string, keys: readonly MasterKey[]): Promise<void> {
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  const handle = await open(partial, "wx", 0o600);
  try {
    await handle.writeFile(keys.map((key) => `${Buffer.from(key).toString("hex")}\n`).join(""));
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(partial, file);
  await syncFolder(path.dirname(file));
}

// The name of a new file is on the disk only with its folder. Windows syncs no folders.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
