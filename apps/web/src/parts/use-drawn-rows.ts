import { useEffect, useRef, useState, type RefObject } from "react";
import type { Rows } from "../api/rows.ts";

/** A list of at most so many rows is drawn whole, so that the browser's own search finds them. */
const wholeRows = 300;
/** Rows that are drawn above and below the visible ones; what is drawn changes by so many at once. */
const spareRows = 16;
/** The heights of a row, as `--row` has them. */
const rowHeight = () => (matchMedia("(max-width: 640px)").matches ? 44 : 32);

export interface DrawnRows {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** The indexes of the rows to draw. */
  readonly drawn: readonly number[];
  /** Pixels that the rows before and after them take. */
  readonly before: number;
  readonly after: number;
  /** Scrolls to a row. */
  readonly show: (index: number) => void;
}

/** The rows of a table that are visible in what scrolls around it. All rows are equally high. */
export function useDrawnRows<Row>(rows: Rows<Row>): DrawnRows {
  const body = useRef<HTMLTableSectionElement>(null);
  const isWhole = rows.count <= wholeRows;
  const [seen, setSeen] = useState({ first: 0, last: 2 * spareRows });
  useEffect(() => {
    const scroller = body.current?.closest("[data-scroller]");
    if (isWhole || scroller === null || scroller === undefined) return undefined;
    const look = () => setSeen((old) => sameOr(old, findSeen(body.current, scroller)));
    const resized = new ResizeObserver(look);
    resized.observe(scroller);
    scroller.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      scroller.removeEventListener("scroll", look);
    };
  }, [isWhole]);
  const last = isWhole ? rows.count - 1 : Math.min(rows.count - 1, seen.last);
  const first = isWhole ? 0 : Math.max(0, Math.min(seen.first, last));
  useEffect(() => rows.onShow?.(first, last));
  return {
    body,
    drawn: Array.from({ length: last - first + 1 }, (_, step) => first + step),
    before: first * rowHeight(),
    after: (rows.count - 1 - last) * rowHeight(),
    show: (index) => isWhole || scrollTo(body.current, index),
  };
}

interface Range {
  readonly first: number;
  readonly last: number;
}

function findSeen(body: Element | null, scroller: Element): Range {
  const above = (place(scroller) - place(body)) / rowHeight();
  const step = Math.floor(above / spareRows) * spareRows;
  const visible = Math.ceil(scroller.clientHeight / rowHeight());
  return { first: step - spareRows, last: step + visible + 2 * spareRows };
}

const sameOr = (old: Range, next: Range): Range =>
  old.first === next.first && old.last === next.last ? old : next;

const place = (element: Element | null) => element?.getBoundingClientRect().top ?? 0;

/** Scrolls only if the row is not visible, and then into the middle. */
function scrollTo(body: Element | null, index: number): void {
  const scroller = body?.closest("[data-scroller]");
  if (scroller === null || scroller === undefined) return;
  const top = place(body) - place(scroller) + index * rowHeight();
  if (top >= rowHeight() && top <= scroller.clientHeight - 2 * rowHeight()) return;
  scroller.scrollTop += top - scroller.clientHeight / 2;
}
