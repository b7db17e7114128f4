import type { Position } from "./position.ts";

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
