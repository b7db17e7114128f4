/** A command that cannot be read as a request. The message says what to change. */
export class CurlError extends Error {
  override readonly name = "CurlError";
}
