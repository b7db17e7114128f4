import { lstat } from "node:fs/promises";

/** A folder or file that cannot be used. The message says how to correct it. */
export class DataFolderError extends Error {}

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
