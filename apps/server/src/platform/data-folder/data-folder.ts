import { randomBytes } from "node:crypto";
import { chmod, lstat, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { parseMasterKey, type MasterKey } from "../crypto/master-key.ts";
import { takeLock, type Lock } from "./lock.ts";

/** A folder that cannot be used; the message says how to mend it. */
export class DataFolderError extends Error {}

export interface DataFolder {
  readonly path: string;
  readonly socketPath: string;
  readMasterKey(): Promise<MasterKey>;
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
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await checkPrivate(folder, "folder", 0o700);
  const socketPath = socketPathOf(folder);
  if (Buffer.byteLength(socketPath) > maxSocketPath) {
    throw new DataFolderError(
      `The path ${socketPath} is too long for a socket; set LINTEL_DATA to a shorter one.`,
    );
  }
  const lock = takeLockOrSay(folder);
  // Left behind by a process that was killed: the lock says that nobody listens on it.
  await rm(socketPath, { force: true });
  return {
    path: folder,
    socketPath,
    readMasterKey: () => readOrMakeMasterKey(path.join(folder, "master.key")),
    release: () => lock.release(),
  };
}

/** Refuses a file or folder that others than its owner may use. */
export async function checkPrivate(
  file: string,
  kind: "folder" | "file" | "socket",
  mode: number,
): Promise<void> {
  const status = await lstat(file);
  const isKind =
    kind === "folder"
      ? status.isDirectory()
      : kind === "socket"
        ? status.isSocket()
        : status.isFile();
  if (!isKind) throw new DataFolderError(`${file} is no ${kind}.`);
  if (process.platform === "win32") return;
  if (status.uid !== process.getuid?.()) {
    throw new DataFolderError(
      `${file} belongs to another user; start as that user, or: chown -R $(id -u) ${file}`,
    );
  }
  if ((status.mode & 0o077) !== 0) {
    const octal = mode.toString(8).padStart(4, "0");
    throw new DataFolderError(`${file} is open to others; close it: chmod ${octal} ${file}`);
  }
}

function takeLockOrSay(folder: string): Lock {
  const lock = takeLock(path.join(folder, "lock"));
  if (lock !== null) return lock;
  throw new DataFolderError(
    `${folder} is in use by another lintel-server; stop that one, or set LINTEL_DATA to another folder.`,
  );
}

async function readOrMakeMasterKey(file: string): Promise<MasterKey> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return makeMasterKey(file);
  await checkPrivate(file, "file", 0o600);
  const key = parseMasterKey(text);
  if (key === null) {
    throw new DataFolderError(
      `${file} holds no master key; bring back the one that was there, or secrets stay sealed.`,
    );
  }
  return key;
}

// Written whole or not at all: half a key would seal secrets that nothing opens.
async function makeMasterKey(file: string): Promise<MasterKey> {
  const key = randomBytes(32);
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  const handle = await open(partial, "wx", 0o600);
  try {
    await handle.writeFile(`${key.toString("hex")}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(partial, 0o600);
  await rename(partial, file);
  return key;
}
