/** Bodies longer than those that a result keeps are not changed. */
const maxLength = 20_000;

/** The position after a string that begins at `start`, or the end of a text that was cut within it. */
function skipString(text: string, start: number): number {
  const end = /[^"\\]*(?:\\.[^"\\]*)*"?/sy;
  end.lastIndex = start + 1;
  end.exec(text);
  return end.lastIndex;
}

const opens = new Set(["{", "["]);
const closes = new Set(["}", "]"]);

/**
 * A JSON text with one member per line, as far as possible: a shortened body is not valid JSON, and its beginning is
 * still indented. Other text is not changed.
 */
export function indentJson(text: string): string {
  if (!/^\s*[[{]/.test(text) || text.length > maxLength) return text;
  let written = "";
  let depth = 0;
  const breakLine = () => `\n${"  ".repeat(Math.max(0, depth))}`;
  for (let at = 0; at < text.length;) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = skipString(text, at);
      written += text.slice(at, end);
      at = end;
      continue;
    }
    if (opens.has(char)) {
      const empty = /^[[{]\s*[\]}]/.exec(text.slice(at, at + 50))?.[0];
      depth += empty === undefined ? 1 : 0;
      written += empty === undefined ? char + breakLine() : char + (char === "{" ? "}" : "]");
      at += empty?.length ?? 1;
      continue;
    }
    if (closes.has(char)) {
      depth -= 1;
      written += breakLine() + char;
    } else if (char === ",") written += char + breakLine();
    else if (char === ":") written += ": ";
    else if (!/\s/.test(char)) written += char;
    at += 1;
  }
  return written;
}
