/** A line of two texts: in both, only in the old one, or only in the new one. */
export interface DiffLine {
  readonly kind: "equal" | "removed" | "added";
  /** From 1; null where the text has no such line. */
  readonly oldNumber: number | null;
  readonly newNumber: number | null;
  readonly text: string;
}

/** With more differences than this, one text is shown as removed and the other as added: the search takes too long. */
const maxDifferences = 600;

/** The shortest list of lines that turns one text into another (Myers, "An O(ND) Difference Algorithm"). */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const start = countShared(before, after, (lines, at) => lines[at]);
  const rest = [before.slice(start), after.slice(start)] as const;
  const end = countShared(...rest, (lines, at) => lines[lines.length - 1 - at]);
  const [old, now] = rest.map((lines) => lines.slice(0, lines.length - end)) as [
    string[],
    string[],
  ];
  const kinds = [
    ...Array<Kind>(start).fill("equal"),
    ...findScript(old, now),
    ...Array<Kind>(end).fill("equal"),
  ];
  return numberLines(kinds, before, after);
}

type Kind = DiffLine["kind"];

function countShared(
  before: readonly string[],
  after: readonly string[],
  read: (lines: readonly string[], at: number) => string | undefined,
): number {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && read(before, count) === read(after, count)) count += 1;
  return count;
}

function findScript(before: readonly string[], after: readonly string[]): Kind[] {
  const most = Math.min(before.length + after.length, maxDifferences);
  // The furthest line of `before` on each diagonal, after 0, 1, 2 … differences.
  const furthest = new Map<number, number>([[1, 0]]);
  const steps: Map<number, number>[] = [];
  const reach = (diagonal: number) => furthest.get(diagonal) ?? -1;
  for (let count = 0; count <= most; count += 1) {
    steps.push(new Map(furthest));
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      const isDown =
        diagonal === -count || (diagonal !== count && reach(diagonal - 1) < reach(diagonal + 1));
      let x = isDown ? reach(diagonal + 1) : reach(diagonal - 1) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal])
        x += 1;
      furthest.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length)
        return walkBack(steps, before.length, after.length);
    }
  }
  return [...before.map(() => "removed" as const), ...after.map(() => "added" as const)];
}

function walkBack(
  steps: readonly Map<number, number>[],
  length: number,
  newLength: number,
): Kind[] {
  const kinds: Kind[] = [];
  let [x, y] = [length, newLength];
  for (let count = steps.length - 1; count >= 0; count -= 1) {
    const furthest = steps[count] ?? new Map<number, number>();
    const reach = (diagonal: number) => furthest.get(diagonal) ?? -1;
    const diagonal = x - y;
    const isDown =
      diagonal === -count || (diagonal !== count && reach(diagonal - 1) < reach(diagonal + 1));
    const from = isDown ? diagonal + 1 : diagonal - 1;
    const [fromX, fromY] = count === 0 ? [0, 0] : [reach(from), reach(from) - from];
    while (x > fromX && y > fromY) {
      kinds.push("equal");
      x -= 1;
      y -= 1;
    }
    if (count > 0) kinds.push(isDown ? "added" : "removed");
    [x, y] = [fromX, fromY];
  }
  return kinds.reverse();
}

function numberLines(
  kinds: readonly Kind[],
  before: readonly string[],
  after: readonly string[],
): DiffLine[] {
  let [oldAt, newAt] = [0, 0];
  return kinds.map((kind) => {
    const oldNumber = kind === "added" ? null : ++oldAt;
    const newNumber = kind === "removed" ? null : ++newAt;
    const text = (newNumber === null ? before[oldAt - 1] : after[newAt - 1]) ?? "";
    return { kind, oldNumber, newNumber, text };
  });
}

/** A removed line next to the added one that takes its place, or one of them alone. */
export interface DiffRow {
  readonly left: DiffLine | null;
  readonly right: DiffLine | null;
}

/** The lines side by side. */
export function pairLines(lines: readonly DiffLine[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let at = 0; at < Math.max(removed.length, added.length); at += 1)
      rows.push({ left: removed[at] ?? null, right: added[at] ?? null });
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === "removed") removed.push(line);
    else if (line.kind === "added") added.push(line);
    else {
      flush();
      rows.push({ left: line, right: line });
    }
  }
  flush();
  return rows;
}

/** Rows that are shown, or so many equal ones that are folded. */
export type Fold<Row> =
  | { readonly kind: "rows"; readonly rows: readonly Row[] }
  | { readonly kind: "folded"; readonly rows: readonly Row[] };

/** Folds equal rows that are further than `context` from a difference. */
export function foldEqual<Row>(
  rows: readonly Row[],
  isEqual: (row: Row) => boolean,
  context = 3,
): Fold<Row>[] {
  const near = rows.map(() => false);
  for (const [at, row] of rows.entries())
    if (!isEqual(row)) near.fill(true, Math.max(0, at - context), at + context + 1);
  const folds: { kind: Fold<Row>["kind"]; rows: Row[] }[] = [];
  for (const [at, row] of rows.entries()) {
    const kind = near[at] === true ? "rows" : "folded";
    const last = folds.at(-1);
    if (last?.kind === kind) last.rows.push(row);
    else folds.push({ kind, rows: [row] });
  }
  // A fold of a line or two is no shorter than the lines.
  return folds.map((fold) => (fold.rows.length <= 2 ? { ...fold, kind: "rows" } : fold));
}

/** What differs within two lines: the part between what both begin and end with. */
export function changedPart(line: string, other: string): readonly [from: number, to: number] {
  const chars = Array.from(line);
  const others = Array.from(other);
  const start = countShared(chars, others, (text, at) => text[at]);
  const end = countShared(
    chars.slice(start),
    others.slice(start),
    (text, at) => text[text.length - 1 - at],
  );
  const from = chars.slice(0, start).join("").length;
  return [from, line.length - chars.slice(chars.length - end).join("").length];
}
