import { useMemo, useState } from "react";
import {
  changedPart,
  diffLines,
  foldEqual,
  pairLines,
  type DiffLine,
  type DiffRow,
} from "./diff-lines.ts";
import { useMedia } from "./use-media.ts";
import styles from "./diff-view.module.css";

export interface DiffViewProps {
  readonly label: string;
  /** "" where there is no such text. */
  readonly before: string;
  readonly after: string;
}

/** Two texts by lines: side by side where there is room. Equal parts are folded; signs say the same as the colours. */
export function DiffView({ label, before, after }: DiffViewProps) {
  const isWide = useMedia("(min-width: 1200px)");
  const rows = useMemo(() => pairLines(diffLines(split(before), split(after))), [before, after]);
  const folds = useMemo(() => foldEqual(rows, ({ left, right }) => left === right), [rows]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  return (
    <div className={styles["diff"]} role="region" aria-label={label} tabIndex={0}>
      {folds.map((fold, at) =>
        fold.kind === "folded" && !open.has(at) ? (
          <button
            key={at}
            type="button"
            className={styles["fold"]}
            onClick={() => setOpen(new Set([...open, at]))}
          >
            Show {fold.rows.length} equal lines
          </button>
        ) : (
          <Rows key={at} rows={fold.rows} isWide={isWide} />
        ),
      )}
    </div>
  );
}

const split = (text: string): string[] => (text === "" ? [] : text.split("\n"));

function Rows({ rows, isWide }: { rows: readonly DiffRow[]; isWide: boolean }) {
  if (!isWide) return toColumn(rows).map((row, at) => <Line key={at} {...row} />);
  return rows.map((row, at) => (
    <div key={at} className={styles["pair"]}>
      <Line line={row.left} other={row.right} side="old" />
      <Line line={row.right} other={row.left} side="new" />
    </div>
  ));
}

/** Removed lines of a run before the added ones. */
function toColumn(rows: readonly DiffRow[]): LineProps[] {
  const lines: LineProps[] = [];
  let added: LineProps[] = [];
  for (const { left, right } of rows) {
    if (left === right) {
      lines.push(...added, { line: right, other: left, side: "new" });
      added = [];
      continue;
    }
    if (left !== null) lines.push({ line: left, other: right, side: "old" });
    if (right !== null) added.push({ line: right, other: left, side: "new" });
  }
  return [...lines, ...added];
}

interface LineProps {
  readonly line: DiffLine | null;
  /** The line of the other text in the same row. */
  readonly other: DiffLine | null;
  readonly side: "old" | "new";
}

const signs = { equal: " ", removed: "−", added: "+" } as const;

function Line({ line, other, side }: LineProps) {
  if (line === null) return <div className={`${styles["line"]} ${styles["none"]}`} />;
  const { kind, text, oldNumber, newNumber } = line;
  return (
    <div className={`${styles["line"]} ${styles[kind]}`}>
      <span className={styles["number"]}>{side === "old" ? oldNumber : newNumber}</span>
      <span className={styles["sign"]}>{signs[kind]}</span>
      <code className={styles["text"]}>
        {kind === "equal" || other === null ? text : <Marked text={text} other={other.text} />}
      </code>
    </div>
  );
}

/** The part that differs is stronger. */
function Marked({ text, other }: { text: string; other: string }) {
  const [from, to] = changedPart(text, other);
  return (
    <>
      {text.slice(0, from)}
      <b>{text.slice(from, to)}</b>
      {text.slice(to)}
    </>
  );
}
