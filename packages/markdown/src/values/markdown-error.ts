/** Why a text cannot be rendered as a page. */
export type MarkdownErrorCode = "PAGE_TOO_LARGE" | "FRONT_MATTER_NOT_EDITABLE";

/** Refuses a whole page. The message says what to do. */
export class MarkdownError extends Error {
  readonly code: MarkdownErrorCode;

  constructor(code: MarkdownErrorCode, message: string) {
    super(message);
    this.name = "MarkdownError";
    this.code = code;
  }
}
