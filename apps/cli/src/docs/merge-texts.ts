import { diff3Merge } from "node-diff3";

export interface Merged {
  readonly text: string;
  /** Conflicts: places that both sides changed, which are between marks in the text. */
  readonly conflictCount: number;
}

// With their line ends, so that every byte is preserved.
const toLines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Merges two changed texts line by line, with their common ancestor as base. */
export function mergeTexts(mine: string, base: string, theirs: string): Merged {
  let conflictCount = 0;
  const parts = diff3Merge(toLines(mine), toLines(base), toLines(theirs)).map((region) => {
    if (region.ok !== undefined) return region.ok.join("");
    conflictCount += 1;
    const { a = [], b = [] } = region.conflict ?? {};
    return `<<<<<<< yours\n${endLine(a)}=======\n${endLine(b)}>>>>>>> server\n`;
  });
  return { text: parts.join(""), conflictCount };
}

function endLine(lines: readonly string[]): string {
  const text = lines.join("");
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
