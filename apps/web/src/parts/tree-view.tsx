import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from "react";
import { parentOf, stepKeys } from "./tree-keys.ts";
import styles from "./tree-view.module.css";

/** A line of a tree as it is shown. */
export interface TreeLine {
  readonly id: string;
  readonly depth: number;
  /** Whether what is in it is shown; absent: nothing can be in it. */
  readonly isOpen?: boolean;
}

export interface TreeViewProps<Line extends TreeLine> {
  readonly label: string;
  readonly lines: readonly Line[];
  /** The line that is shown next to the tree. */
  readonly shown: string | undefined;
  /** Lines that the next action applies to. */
  readonly marked?: ReadonlySet<string>;
  readonly isLocked: boolean;
  readonly nameOf: (line: Line) => string;
  /** What is said of a line after its name; null: nothing. */
  readonly describe?: (line: Line) => string | null;
  readonly draw: (line: Line) => ReactNode;
  /** A line that opens and closes is toggled; any other one is shown. */
  readonly onOpen: (line: Line) => void;
  readonly onToggle: (id: string, isOpen: boolean) => void;
  /** The key `x`. */
  readonly onMark?: (line: Line) => void;
  readonly onClear?: () => void;
  /** Alt with the arrow keys: before the line above, or behind the one below. */
  readonly onShift: (at: number, step: -1 | 1) => void;
  readonly onDrop: (ids: readonly string[], target: Line) => void;
}

const dragType = "application/x-lintel-row";

/** Draws only the visible lines. The keyboard moves a cursor; the tree itself has the focus. */
export function TreeView<Line extends TreeLine>(props: TreeViewProps<Line>) {
  const { label, lines, shown, marked, isLocked, nameOf, describe, draw, onOpen } = props;
  const { onToggle } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const at = Math.max(
    0,
    lines.findIndex(({ id }) => id === (cursor ?? shown)),
  );
  const line = lines[at];
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (matchMedia("(max-width: 640px)").matches ? 44 : 28),
    overscan: 12,
    getItemKey: (index) => lines[index]?.id ?? index,
  });
  const open = (target: Line) => {
    setCursor(target.id);
    onOpen(target);
  };
  const go = (to: number) => {
    const index = Math.min(lines.length - 1, Math.max(0, to));
    setCursor(lines[index]?.id ?? null);
    virtual.scrollToIndex(index);
  };
  const press = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, () => void>> = {
      Enter: () => line !== undefined && open(line),
      x: () => line !== undefined && !isLocked && props.onMark?.(line),
      ArrowRight: () => line?.isOpen !== undefined && onToggle(line.id, true),
      ArrowLeft: () => (line?.isOpen === true ? onToggle(line.id, false) : go(parentOf(lines, at))),
      "alt+ArrowUp": () => !isLocked && props.onShift(at, -1),
      "alt+ArrowDown": () => !isLocked && props.onShift(at, 1),
      Escape: () => props.onClear?.(),
    };
    if (event.metaKey || event.ctrlKey) return;
    const key = event.altKey ? `alt+${event.key}` : event.key;
    const to = stepKeys(key, at, lines.length);
    const act = steps[key] ?? (to === null ? undefined : () => go(to));
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const drag = (event: DragEvent, { id }: Line) => {
    const ids = marked?.has(id) === true ? [...marked] : [id];
    event.dataTransfer.setData(dragType, ids.join(","));
  };
  const drop = (event: DragEvent, target: Line) => {
    event.preventDefault();
    const ids = event.dataTransfer.getData(dragType).split(",").filter(Boolean);
    if (ids.length > 0 && !ids.includes(target.id)) props.onDrop(ids, target);
  };
  return (
    <div
      ref={scroller}
      className={styles["tree"]}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={line === undefined ? undefined : `tree-${line.id}`}
      onKeyDown={press}
    >
      <div style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const each = lines[index];
          if (each === undefined) return null;
          return (
            <div
              key={each.id}
              id={`tree-${each.id}`}
              role="treeitem"
              aria-label={nameOf(each)}
              aria-description={describe?.(each) ?? undefined}
              aria-level={each.depth + 1}
              aria-selected={each.id === shown}
              {...(each.isOpen === undefined
                ? { "data-opens": true }
                : { "aria-expanded": each.isOpen })}
              className={look(index === at, marked?.has(each.id) === true)}
              style={{ top: start, height: size, paddingLeft: 12 + each.depth * 16 }}
              onClick={() => open(each)}
              draggable={!isLocked}
              onDragStart={(event) => drag(event, each)}
              onDragOver={(event) => isLocked || event.preventDefault()}
              onDrop={(event) => drop(event, each)}
            >
              {draw(each)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function look(isCursor: boolean, isMarked: boolean): string {
  return `${styles["row"]} ${isCursor ? styles["cursor"] : ""} ${isMarked ? styles["marked"] : ""}`;
}
