import type { Position } from "./position.ts";

/** The limits of a document. A caller may pass others. */
export interface DocumentLimits {
  /** Bytes of the source in UTF-8. */
  readonly bytes: number;
  /** Operations under `paths`. */
  readonly operations: number;
  /** Nested objects and lists. */
  readonly depth: number;
  /** Characters after all YAML aliases are expanded; a node counts as `nodeWeight` characters. */
  readonly expanded: number;
}

export const documentLimits: DocumentLimits = {
  bytes: 20 * 1024 * 1024,
  operations: 2_000,
  depth: 256,
  expanded: 40 * 1024 * 1024,
};

/** A node takes more memory and time than a character. */
export const nodeWeight = 8;

/** What happens if an object has a name twice: an error, or a finding, with the last value used. */
export type RepeatedNames = "refuse" | "report";

/** The maximum number of findings about repeated names. */
export const maxRepeatedNames = 100;

/** The reason why a text is refused. */
export type DocumentErrorCode =
  | "DOCUMENT_EMPTY"
  | "DOCUMENT_TOO_LARGE"
  | "ENCODING_INVALID"
  | "SYNTAX_INVALID"
  | "DUPLICATE_KEY"
  | "KEY_NOT_TEXT"
  | "TAG_UNKNOWN"
  | "NUMBER_TOO_LARGE"
  | "NESTED_TOO_DEEP"
  | "ALIASES_TOO_LARGE"
  | "DOCUMENT_NOT_OBJECT"
  | "SWAGGER_UNSUPPORTED"
  | "VERSION_MISSING"
  | "VERSION_UNSUPPORTED"
  | "TOO_MANY_OPERATIONS";

/** A text that is refused as a whole. The message says what to do, and the position where. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;
  /** Null if no single position is at fault. */
  readonly position: Position | null;

  constructor(code: DocumentErrorCode, message: string, position: Position | null = null) {
    super(
      position === null ? message : `${message} (line ${position.line}, column ${position.column})`,
    );
    this.name = "DocumentError";
    this.code = code;
    this.position = position;
  }
}

const byteOrderMarks = [
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/** Decodes UTF-8, or UTF-16 if a byte order mark indicates it, without the mark. */
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

/** In UTF-8; a browser has no faster way than to encode the text, so that a short one is not. */
const sizeOf = (text: string, maxBytes: number): number =>
  text.length * 3 <= maxBytes ? text.length : new TextEncoder().encode(text).length;

/** The text of a document within a limit of UTF-8 bytes. */
export function decodeSource(input: string | Uint8Array, maxBytes: number): string {
  const size = typeof input === "string" ? sizeOf(input, maxBytes) : input.byteLength;
  if (size > maxBytes) {
    throw new DocumentError(
      "DOCUMENT_TOO_LARGE",
      `The document has ${megabytes(size)}: at most ${megabytes(maxBytes)} are read. Split it`,
    );
  }
  const text = typeof input === "string" ? input : decode(input);
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
