/** A line that both texts have, or only one of them. */
export interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** More lines are compared in place, because the table of all pairs grows with their product. */
const maxLines = 400;

/** The lines of two texts: `-` only in the first, `+` only in the second. */
export function diffLines(first: string, second: string): DiffLine[] {
  const [a, b] = [first.split("\n"), second.split("\n")];
  if (a.length > maxLines || b.length > maxLines) return [...a.map(only("-")), ...b.map(only("+"))];
  const common = countCommon(a, b);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ sign: " ", text: left });
      i += 1;
      j += 1;
    } else if (
      right === undefined ||
      (left !== undefined && below(common, i, j) >= after(common, i, j))
    ) {
      lines.push({ sign: "-", text: left ?? "" });
      i += 1;
    } else {
      lines.push({ sign: "+", text: right });
      j += 1;
    }
  }
  return lines;
}

const only =
  (sign: "-" | "+") =>
  (text: string): DiffLine => ({ sign, text });
const below = (common: number[][], i: number, j: number): number => common[i + 1]?.[j] ?? 0;
const after = (common: number[][], i: number, j: number): number => common[i]?.[j + 1] ?? 0;

/** By place: how many lines the rests of both texts have in common. */
function countCommon(a: readonly string[], b: readonly string[]): number[][] {
  const common = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = common[i];
      if (row === undefined) continue;
      row[j] =
        a[i] === b[j]
          ? (common[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(below(common, i, j), after(common, i, j));
    }
  return common;
}
