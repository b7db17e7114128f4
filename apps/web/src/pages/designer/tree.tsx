import { useVirtualizer } from "@tanstack/react-virtual";
import { useNavigate, useParams } from "@tanstack/react-router";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useRef, useState, type KeyboardEvent } from "react";
import { Method } from "../../parts/method.tsx";
import type { TreeRow } from "./tree-rows.ts";
import { useVersionPlace } from "./use-version.ts";
import styles from "./tree.module.css";

export interface TreeProps {
  readonly rows: readonly TreeRow[];
  readonly onToggle: (id: string, isOpen: boolean) => void;
}

/** Draws only the visible rows. The keyboard moves a cursor; the tree itself has the focus. */
export function Tree({ rows, onToggle }: TreeProps) {
  const { params } = useVersionPlace();
  const { endpoint: shown } = useParams({ strict: false });
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const found = rows.findIndex(({ id }) => id === (cursor ?? shown));
  const at = found < 0 ? 0 : found;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (matchMedia("(max-width: 640px)").matches ? 44 : 28),
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const open = (row: TreeRow) => {
    setCursor(row.id);
    if (row.kind === "folder") onToggle(row.id, !row.isOpen);
    else
      void navigate({
        to: "/$org/$project/specs/$spec/$version/endpoints/$endpoint",
        params: { ...params, endpoint: row.id },
      });
  };
  const move = (to: number) => {
    const index = Math.min(rows.length - 1, Math.max(0, to));
    setCursor(rows[index]?.id ?? null);
    virtual.scrollToIndex(index);
  };
  const press = (event: KeyboardEvent) => {
    const row = rows[at];
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      j: () => move(at + 1),
      k: () => move(at - 1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      PageDown: () => move(at + 20),
      PageUp: () => move(at - 20),
      Enter: () => row !== undefined && open(row),
      ArrowRight: () => row?.kind === "folder" && onToggle(row.id, true),
      ArrowLeft: () =>
        row?.kind === "folder" && row.isOpen ? onToggle(row.id, false) : move(parentOf(rows, at)),
    };
    const act = event.metaKey || event.ctrlKey || event.altKey ? undefined : steps[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <div
      ref={scroller}
      className={styles["tree"]}
      role="tree"
      aria-label="Endpoints"
      tabIndex={0}
      aria-activedescendant={rows[at] === undefined ? undefined : `tree-${rows[at].id}`}
      onKeyDown={press}
    >
      <div style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <Row
                key={row.id}
                row={row}
                place={{ top: start, height: size, paddingLeft: 12 + row.depth * 16 }}
                isShown={row.id === shown}
                isCursor={index === at}
                onOpen={() => open(row)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

function parentOf(rows: readonly TreeRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.depth ?? 0) < depth) return index;
  return at;
}

interface RowProps {
  readonly row: TreeRow;
  readonly place: { readonly top: number; readonly height: number; readonly paddingLeft: number };
  readonly isShown: boolean;
  readonly isCursor: boolean;
  readonly onOpen: () => void;
}

function Row({ row, place, isShown, isCursor, onOpen }: RowProps) {
  const Chevron = row.kind === "folder" && row.isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      id={`tree-${row.id}`}
      role="treeitem"
      aria-label={nameRow(row)}
      aria-level={row.depth + 1}
      aria-selected={isShown}
      {...(row.kind === "folder" ? { "aria-expanded": row.isOpen } : { "data-opens": true })}
      className={`${styles["row"]} ${isCursor ? styles["cursor"] : ""}`}
      style={place}
      onClick={onOpen}
    >
      {row.kind === "folder" ? (
        <>
          <Chevron size={14} strokeWidth={1.5} aria-hidden />
          <span className={styles["folder"]}>{row.folder.name}</span>
          <span className={styles["count"]}>{row.count}</span>
        </>
      ) : (
        <>
          <Method name={row.endpoint.method} />
          <span
            className={`${styles["path"]} ${row.endpoint.isDeprecated ? styles["deprecated"] : ""}`}
            title={`${row.endpoint.path}${row.endpoint.name === null ? "" : ` · ${row.endpoint.name}`}`}
          >
            <span className={styles["start"]}>{start(row.endpoint.path)}</span>
            <span>{row.endpoint.path.slice(start(row.endpoint.path).length)}</span>
          </span>
        </>
      )}
    </div>
  );
}

/** All but the last part of a path, which distinguishes it and is never cut. */
function start(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function nameRow(row: TreeRow): string {
  if (row.kind === "folder") return `${row.folder.name}, ${row.count} endpoints`;
  return `${row.endpoint.method.toUpperCase()} ${row.endpoint.path}`;
}
