import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import {
  BackupError,
  type BackupEnd,
  type BackupHeader,
  type BackupLine,
} from "./backup-format.ts";

/**
 * The lines of a backup in their order, the header first. The last line is held against all before
 * it: a caller that reads to the end has read everything that was written.
 *
 * @throws BackupError where the file is no backup, was cut off or was changed.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupLine> {
  const digest = createHash("sha256");
  let end: BackupEnd | null = null;
  let rows = 0;
  for await (const text of readTextLines(file)) {
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
  for await (const text of readTextLines(file)) {
    const line = parseLine(file, text);
    if (Array.isArray(line) || !("format" in line) || line.format !== "lintel-backup") break;
    if (line.version === 1) return line;
    throw new BackupError(`${file} was written by a newer version; upgrade first.`);
  }
  throw broken(file, "it has no header");
}

async function* readTextLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unzipped = source.pipe(createGunzip());
  source.on("error", (error) => unzipped.destroy(error));
  const decoder = new StringDecoder("utf8");
  // A line may be far longer than a chunk: only what is new is looked through for its end.
  let parts: string[] = [];
  try {
    for await (const chunk of unzipped) {
      const [first = "", ...others] = decoder.write(chunk as Buffer).split("\n");
      parts.push(first);
      for (const next of others) {
        yield parts.join("");
        parts = [next];
      }
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw broken(file, error instanceof Error ? error.message : "it cannot be read");
  } finally {
    source.destroy();
  }
  if (parts.some((part) => part !== "")) throw broken(file, "it was cut off");
}

function parseLine(file: string, text: string): BackupLine {
  try {
    return JSON.parse(text) as BackupLine;
  } catch {
    throw broken(file, "it holds a line that is no JSON");
  }
}

function broken(file: string, why: string): BackupError {
  return new BackupError(`${file} is not a whole backup: ${why}. Nothing was restored.`);
}
