/** The parts of a page's file; `head + body` is the file, byte for byte. */
export interface PageParts {
  /** Byte order mark, front matter and its fences. Without front matter, only the mark or nothing. */
  readonly head: string;
  /** The text between the fences; null without front matter. */
  readonly yaml: string | null;
  readonly body: string;
  /** Number of lines of the file before the body. */
  readonly linesBefore: number;
}

const opening = /^\uFEFF?---[ \t]*\r?\n/;
const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/gm;

/** Separates the front matter of a page: YAML between a first line `---` and the next line `---` or `...`. */
export function splitFrontMatter(source: string): PageParts {
  const open = opening.exec(source)?.[0];
  if (open !== undefined) {
    closing.lastIndex = open.length;
    const close = closing.exec(source);
    if (close !== null) {
      const head = source.slice(0, close.index + close[0].length);
      const yaml = source.slice(open.length, close.index);
      return { head, yaml, body: source.slice(head.length), linesBefore: countLines(head) };
    }
  }
  const mark = source.startsWith("\uFEFF") ? 1 : 0;
  return { head: source.slice(0, mark), yaml: null, body: source.slice(mark), linesBefore: 0 };
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
