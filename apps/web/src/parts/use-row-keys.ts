import { useRef, type RefObject } from "react";
import { useShortcut } from "../keys/shortcuts.ts";
import type { Rows } from "../api/rows.ts";
import { toggled, type Selection } from "./selection.ts";

interface RowKeys<Row> {
  readonly rows: Rows<Row>;
  readonly keyOf: (row: Row) => string;
  readonly selection?: Selection;
  readonly onPeek?: (row: Row) => void;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly show: (index: number) => void;
}

/** The keys of a list: `j` and `k` move, `x` selects, Shift with `x` selects a range, the space bar peeks. */
export function useRowKeys<Row>(list: RowKeys<Row>): void {
  const { rows, keyOf, selection, onPeek, body, show } = list;
  const last = useRef(-1);
  const anchor = useRef(-1);
  /** Whether the row of the last key is focused in the next frame; another key can come before it. */
  const isMoving = useRef(false);
  const current = () => {
    if (isMoving.current) return last.current;
    const row = body.current?.contains(document.activeElement)
      ? document.activeElement?.closest<HTMLElement>("[data-row]")
      : null;
    return row === null || row === undefined ? last.current : Number(row.dataset["row"]);
  };
  const go = (to: number) => {
    const index = Math.min(rows.count - 1, Math.max(0, to));
    last.current = index;
    isMoving.current = true;
    show(index);
    requestAnimationFrame(() => {
      if (index === last.current) isMoving.current = false;
      focusRow(body.current, index);
    });
  };
  const select = (isRange: boolean) => {
    const index = current();
    const [from, to] = isRange && anchor.current >= 0 ? [anchor.current, index] : [index, index];
    anchor.current = index;
    const between = Array.from({ length: Math.abs(to - from) + 1 }, (_, step) =>
      rows.at(Math.min(from, to) + step),
    );
    const keys = between.filter((row) => row !== undefined).map(keyOf);
    if (selection === undefined || keys[0] === undefined) return;
    selection.onChange(
      isRange ? new Set([...selection.keys, ...keys]) : toggled(selection.keys, keys[0]),
    );
  };
  const peek = () => {
    const row = rows.at(current());
    if (row !== undefined) onPeek?.(row);
  };
  useShortcut("j", "Next row", () => go(current() + 1));
  useShortcut("k", "Previous row", () => go(current() - 1));
  useShortcut(selection === undefined ? null : "x", "Select row", () => select(false));
  useShortcut(selection === undefined ? null : "shift+x", "Select rows up to here", () =>
    select(true),
  );
  useShortcut(onPeek === undefined ? null : " ", "Show row in a panel", peek);
}

function focusRow(body: HTMLElement | null, index: number): void {
  body?.querySelector<HTMLElement>(`[data-row="${index}"] a`)?.focus();
}
