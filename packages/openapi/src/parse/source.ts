import type { Position } from "./position.ts";

/** How much of a document is taken in. A caller may hand over others. */
export interface DocumentLimits {
  /** Bytes of the source in UTF-8. */
  readonly bytes: number;
  /** Operations under `paths`. */
  readonly operations: number;
  /** Objects and lists within each other. */
  readonly depth: number;
  /** Characters once every YAML alias is written out, a node counting as `nodeWeight` of them. */
  readonly expanded: number;
}

export const documentLimits: DocumentLimits = {
  bytes: 20 * 1024 * 1024,
  operations: 2_000,
  depth: 256,
  expanded: 40 * 1024 * 1024,
};

/** A node takes more room and work than a character does. */
export const nodeWeight = 8;

/** What becomes of a name that an object has twice: an error, or a finding, and the last one counts. */
export type RepeatedNames = "refuse" | "report";

/** Findings about repeated names are listed up to here. */
export const mostRepeatedNames = 100;

/** Why a text is no document that can be taken in. */
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

/** A text that is refused as a whole; the message says what to do, the position where. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;
  /** Null where no single place is at fault. */
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
