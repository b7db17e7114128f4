import { DocumentError } from "./document-error.ts";

const byteOrderMarks = [
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/** Decodes UTF-8, or UTF-16 where a byte order mark says so; the mark is left out. */
function decode(bytes: Uint8Array): string {
  const mark = byteOrderMarks.find(({ bytes: wanted }) =>
    wanted.every((byte, at) => bytes[at] === byte),
  );
  try {
    return new TextDecoder(mark?.encoding ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new DocumentError(
      "ENCODING_INVALID",
      "The bytes are no text in UTF-8: save the document as UTF-8",
    );
  }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The text of a document of at most so many bytes of UTF-8. */
export function decodeSource(input: string | Uint8Array, mostBytes: number): string {
  const size = typeof input === "string" ? Buffer.byteLength(input) : input.byteLength;
  if (size > mostBytes) {
    throw new DocumentError(
      "DOCUMENT_TOO_LARGE",
      `The document has ${megabytes(size)}: at most ${megabytes(mostBytes)} are read. Split it`,
    );
  }
  const text = typeof input === "string" ? input : decode(input);
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
