/** Why a text is no page that can be rendered. */
export type MarkdownErrorCode = "PAGE_TOO_LARGE" | "FRONT_MATTER_NOT_EDITABLE";

/** A page that is refused as a whole; the message says what to do. */
export class MarkdownError extends Error {
  readonly code: MarkdownErrorCode;

  constructor(code: MarkdownErrorCode, message: string) {
    super(message);
    this.name = "MarkdownError";
    this.code = code;
  }
}
