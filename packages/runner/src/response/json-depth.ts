/** Maximum nesting depth of a body that is parsed as JSON (RFC 8259 §9 allows such a limit). */
const maxDepth = 1000;

/** A body whose JSON is nested too deeply to be processed. */
export class DeepJsonError extends Error {
  override readonly name = "DeepJsonError";
  constructor() {
    super(`the JSON of the body is nested more than ${maxDepth} levels deep`);
  }
}

/** The position after a string that begins at `start`. */
function skipString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** Whether a JSON text is nested deeper than the limit. Scanning the text uses no stack. */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * maxDepth) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = skipString(text, at) - 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > maxDepth) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      default:
    }
  }
  return false;
}
