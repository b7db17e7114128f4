import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import type { MasterKey } from "../crypto/master-key.ts";
import {
  backupVersion,
  BackupError,
  type BackupEnd,
  type BackupHeader,
  type BackupLine,
} from "./backup-format.ts";
import { checkMac, MacError } from "./backup-mac.ts";

/** A header is short: what claims to be one and is longer is not read to its end. */
const maxHeaderCharacters = 65_536;

/**
 * The lines of a backup in their order, the header first. The last line is compared with all before
 * it: a caller that reads to the end has read everything that was written, and, where a key is given,
 * nothing that was not written under it.
 *
 * @throws BackupError where the file is no backup, was cut off or was changed.
 */
export async function* readBackup(
  file: string,
  key: MasterKey | null = null,
): AsyncGenerator<BackupLine> {
  const digest = createHash("sha256");
  let end: BackupEnd | null = null;
  let rows = 0;
  for await (const text of readTextLines(file, key)) {
    if (end !== null) throw broken(file, "it goes on after its end");
    const line = parseLine(file, text);
    if (!Array.isArray(line) && "kind" in line && line.kind === "end") {
      end = line;
      continue;
    }
    digest.update(`${text}\n`);
    if (Array.isArray(line)) rows += 1;
    yield line;
  }
  if (end === null) throw broken(file, "it was cut off");
  if (end.rows !== rows || end.digest !== digest.digest("hex"))
    throw broken(file, "it was changed");
}

/** Only the header, for questions that come before anything is touched. */
export async function readHeader(file: string): Promise<BackupHeader> {
  for await (const text of readTextLines(file, null, maxHeaderCharacters)) {
    const line = parseLine(file, text);
    if (Array.isArray(line) || !("format" in line) || line.format !== "lintel-backup") break;
    if (line.version > backupVersion)
      throw new BackupError(`${file} was written by a newer version of Lintel; upgrade first.`);
    return line;
  }
  throw broken(file, "it has no header");
}

async function* readTextLines(
  file: string,
  key: MasterKey | null,
  maxCharacters = Infinity,
): AsyncGenerator<string> {
  const { source, unzipped } = openBackup(file, key);
  const decoder = new StringDecoder("utf8");
  // A line may be far longer than a chunk: only what is new is searched for its end.
  let parts: string[] = [];
  let characters = 0;
  try {
    for await (const chunk of unzipped) {
      const [first = "", ...others] = decoder.write(chunk as Buffer).split("\n");
      parts.push(first);
      characters += first.length;
      if (characters > maxCharacters) throw broken(file, "its first line is too long");
      for (const next of others) {
        yield parts.join("");
        parts = [next];
        characters = next.length;
      }
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    if (error instanceof MacError) throw broken(file, "it was changed while it was read");
    throw broken(file, error instanceof Error ? error.message : "it cannot be read");
  } finally {
    source.destroy();
    unzipped.destroy();
  }
  if (parts.some((part) => part !== "")) throw broken(file, "it was cut off");
}

function openBackup(file: string, key: MasterKey | null): Record<"source" | "unzipped", Readable> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  const fail = (error: Error): void => void unzipped.destroy(error);
  source.on("error", fail);
  if (key === null) return { source, unzipped: source.pipe(unzipped) };
  const checked = source.pipe(checkMac(key)).on("error", fail);
  return { source, unzipped: checked.pipe(unzipped) };
}

function parseLine(file: string, text: string): BackupLine {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === "object" && line !== null) return line as BackupLine;
  } catch {
    // Said below.
  }
  throw broken(file, "it holds a line that is not part of a backup");
}

export function broken(file: string, why: string): BackupError {
  return new BackupError(`${file} is not a whole backup: ${why}. Nothing was restored.`);
}
