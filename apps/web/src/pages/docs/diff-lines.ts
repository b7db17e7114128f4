import { diffComm } from "node-diff3";

export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** A run of equal lines that is left out. */
export interface DiffFold {
  readonly kind: "fold";
  readonly count: number;
}

const toLines = (text: string): string[] =>
  text === "" ? [] : text.replace(/\n$/, "").split("\n");

/** Equal lines that are shown before and after a change. */
const context = 3;

/** The lines of two texts; equal ones away from changes are folded. */
export function diffLines(before: string, after: string): (DiffLine | DiffFold)[] {
  const lines = diffComm(toLines(before), toLines(after)).flatMap((part): DiffLine[] =>
    "common" in part && part.common !== undefined
      ? part.common.map((text) => ({ kind: "same", text }))
      : [
          ...(part.buffer1 ?? []).map((text): DiffLine => ({ kind: "removed", text })),
          ...(part.buffer2 ?? []).map((text): DiffLine => ({ kind: "added", text })),
        ],
  );
  return fold(lines);
}

function fold(lines: readonly DiffLine[]): (DiffLine | DiffFold)[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, at) => {
    if (kind !== "same") for (let step = -context; step <= context; step++) near.add(at + step);
  });
  const shown: (DiffLine | DiffFold)[] = [];
  let count = 0;
  lines.forEach((line, at) => {
    if (!near.has(at)) return void (count += 1);
    if (count > 0) shown.push({ kind: "fold", count });
    count = 0;
    return void shown.push(line);
  });
  if (count > 0) shown.push({ kind: "fold", count });
  return shown;
}
