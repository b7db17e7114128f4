import { promisify } from "node:util";
import { gunzip, gunzipSync, gzipSync } from "node:zlib";

/**
 * The text that a version was imported from, as the database has it: compressed, or whole where an
 * import before migration 011 wrote it.
 */
export interface SourceText {
  readonly text: string | null;
  /** The text in UTF-8, as gzip (RFC 1952). */
  readonly compressed: Uint8Array | null;
}

/** A third of the usual time; documents repeat themselves enough for it. */
const fastest = 1;

/** Takes the text in UTF-8. */
export const compressSource = (bytes: Uint8Array): Uint8Array =>
  gzipSync(bytes, { level: fastest });

/** Decompresses the text on another thread. */
export async function restoreSource({
  text,
  compressed,
}: SourceText): Promise<string | Uint8Array> {
  return compressed === null ? (text ?? "") : promisify(gunzip)(compressed);
}

/** Decompresses the text at once: for threads. */
export const restoreSourceSync = ({ text, compressed }: SourceText): string =>
  compressed === null ? (text ?? "") : gunzipSync(compressed).toString();

/** Its size in characters, or in bytes, which are the last four bytes of gzip (RFC 1952, §2.3.1). */
export const measureSource = ({ text, compressed }: SourceText): number =>
  compressed === null
    ? (text ?? "").length
    : new DataView(compressed.buffer, compressed.byteOffset).getUint32(
        compressed.byteLength - 4,
        true,
      );
