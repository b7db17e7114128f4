import { open, type FileHandle } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { pipeline, type Readable } from "node:stream";
import { usageFailure } from "../outcome/failure.ts";

/** The most characters of a line that are read as a call. */
export const maxLineLength = 64 * 1024;

/**
 * The lines of a log, plain or compressed with gzip, one after the other. A last line without a line break is not whole
 * yet and is left out.
 * @throws Failure if it cannot be read
 */
export async function* readLogLines(file: string): AsyncGenerator<string> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file);
    yield* splitLines(await openText(handle));
  } catch (error) {
    throw usageFailure(
      `${file} cannot be read: ${(error as Error).message}.`,
      "Choose an access log, plain or compressed with gzip.",
    );
  } finally {
    await handle?.close();
  }
}

async function openText(handle: FileHandle): Promise<Readable> {
  const head = new Uint8Array(2);
  await handle.read(head, 0, 2, 0);
  const bytes = handle.createReadStream({ start: 0, autoClose: false });
  if (head[0] !== 0x1f || head[1] !== 0x8b) return bytes;
  // The error of the file or of the compressed data reaches the reader through the last stream.
  return pipeline(bytes, createGunzip(), () => {});
}

async function* splitLines(stream: Readable): AsyncGenerator<string> {
  let rest = "";
  stream.setEncoding("utf8");
  for await (const chunk of stream) {
    const parts = (rest + String(chunk)).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
    // A line without an end would otherwise fill the memory.
    if (rest.length > maxLineLength * 16) rest = rest.slice(0, maxLineLength * 16);
  }
}
