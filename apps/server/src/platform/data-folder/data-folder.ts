import { rm } from "node:fs/promises";
import path from "node:path";
import type { MasterKey } from "../crypto/master-key.ts";
import { createMasterKeys, type MasterKeys } from "../keys/master-keys.ts";
import { checkPrivate, DataFolderError } from "./check-private.ts";
import { keyFileOf, makeMasterKey, readKeyFile, writeKeyFile } from "./key-file.ts";
import { takeLock, type Lock } from "./lock.ts";
import { makeFolder } from "./make-folder.ts";
import { listRegionFolders } from "./region-data.ts";

export interface DataFolder {
  readonly path: string;
  readonly socketPath: string;
  /**
   * A key that is made here is written by `save`: a refused command leaves no key behind.
   *
   * @throws DataFolderError where the keys of what is stored here are missing or cannot be read.
   */
  readMasterKeys(): Promise<MasterKeys>;
  release(): void;
}

/** The longest path of a socket that every system takes. */
const maxSocketPath = 100;

/** Where the admin socket of a data folder is. */
export function socketPathOf(folder: string): string {
  return path.join(folder, "admin.sock");
}

/**
 * Takes a data folder for this process alone: made with mode 0700 if it is not there, refused where
 * others may read it.
 *
 * @throws DataFolderError where it is in use, open to others, or no folder.
 */
export async function takeDataFolder(folder: string): Promise<DataFolder> {
  await makeFolder(folder).catch((error: NodeJS.ErrnoException) => {
    throw new DataFolderError(
      `The data folder ${folder} cannot be made (${error.code}); set LINTEL_DATA to one in a place that this user may write.`,
    );
  });
  await checkPrivate(folder, "folder", 0o700);
  const socketPath = socketPathOf(folder);
  if (Buffer.byteLength(socketPath) > maxSocketPath) {
    throw new DataFolderError(
      `The path ${socketPath} is too long for a socket; set LINTEL_DATA to a shorter one.`,
    );
  }
  const lock = takeLockOrSay(folder);
  // Left behind by a process that was killed: the lock shows that no process listens on it.
  await rm(socketPath, { force: true });
  return {
    path: folder,
    socketPath,
    readMasterKeys: () => readOrMakeKeys(folder),
    release: () => lock.release(),
  };
}

function takeLockOrSay(folder: string): Lock {
  const lock = takeLock(path.join(folder, "lock"));
  if (lock !== null) return lock;
  throw new DataFolderError(
    `${folder} is in use by another lintel-server; stop that one, or set LINTEL_DATA to another folder.`,
  );
}

/** A first start makes a key; where there are data, the key that they were written with is missing. */
async function readOrMakeKeys(folder: string): Promise<MasterKeys> {
  const file = keyFileOf(folder);
  const keep = (keys: readonly MasterKey[]) => writeKeyFile(file, keys);
  const addition = { make: makeMasterKey, keep };
  const [newest, ...others] = (await readKeyFile(file)) ?? [];
  if (newest !== undefined) return createMasterKeys([newest, ...others], file, addition);
  const [region] = await listRegionFolders(folder);
  if (region !== undefined) {
    throw new DataFolderError(
      `${region} holds data, and ${file} is not there. Bring back the key that the data were written with, or set LINTEL_MASTER_KEY to it. If it is lost, restore a backup into an empty data folder: admin restore FILE --drop-secrets --unauthenticated`,
    );
  }
  return createMasterKeys([makeMasterKey()], file, { ...addition, isUnkept: true });
}
