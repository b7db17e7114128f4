import { diff3Merge } from "node-diff3";

/** Lines that both sides changed differently. */
export interface TextConflict {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  /** The line of the merged text where it begins, from 1. */
  readonly line: number;
}

/** A merged text in parts: text that is settled, and conflicts. */
export type MergedParts = readonly (string | TextConflict)[];

/** With their line ends, so that every character stays. */
const toLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Merges two changes of a text line by line. */
export function mergeTexts(base: string, mine: string, theirs: string): MergedParts {
  let line = 1;
  return diff3Merge(toLines(mine), toLines(base), toLines(theirs)).map((region) => {
    const at = line;
    if (region.ok !== undefined) {
      line += region.ok.length;
      return region.ok.join("");
    }
    const { a = [], o = [], b = [] } = region.conflict ?? {};
    line += a.length;
    return { base: o.join(""), mine: a.join(""), theirs: b.join(""), line: at };
  });
}

/** The text if no lines conflict; else null. */
export function joinTexts(base: string, mine: string, theirs: string): string | null {
  const parts = mergeTexts(base, mine, theirs);
  return parts.every((part) => typeof part === "string") ? parts.join("") : null;
}

/** The text with each conflict decided, in their order. */
export function decideTexts(parts: MergedParts, choices: readonly ("mine" | "theirs")[]): string {
  let at = 0;
  return parts
    .map((part) => (typeof part === "string" ? part : part[choices[at++] ?? "mine"]))
    .join("");
}
