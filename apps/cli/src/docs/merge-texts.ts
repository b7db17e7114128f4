import { diff3Merge } from "node-diff3";

export interface Merged {
  readonly text: string;
  /** Places that both sides changed; each stands in the text between marks. */
  readonly conflictCount: number;
}

// With their ends, so that every byte of a line is kept.
const toLines = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Brings two changed texts together, line by line, by what both began with. */
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
