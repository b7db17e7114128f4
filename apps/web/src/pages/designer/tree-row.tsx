import { ChevronDown, ChevronRight } from "lucide-react";
import type { DragEvent } from "react";
import { Method } from "../../parts/method.tsx";
import type { TreeRow } from "./tree-rows.ts";
import styles from "./tree.module.css";

export interface RowProps {
  readonly row: TreeRow;
  readonly place: { readonly top: number; readonly height: number; readonly paddingLeft: number };
  readonly isShown: boolean;
  readonly isCursor: boolean;
  /** Whether it is one of those that the next action applies to. */
  readonly isMarked: boolean;
  readonly isDraggable: boolean;
  readonly onOpen: () => void;
  readonly onDrag: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

export function Row(props: RowProps) {
  const { row, place, isShown, isCursor, isMarked, isDraggable, onOpen, onDrag, onDrop } = props;
  return (
    <div
      id={`tree-${row.id}`}
      role="treeitem"
      aria-label={nameRow(row)}
      aria-level={row.depth + 1}
      aria-selected={isShown}
      {...(row.kind === "folder" ? { "aria-expanded": row.isOpen } : { "data-opens": true })}
      className={`${styles["row"]} ${isCursor ? styles["cursor"] : ""} ${isMarked ? styles["marked"] : ""}`}
      style={place}
      onClick={onOpen}
      draggable={isDraggable}
      onDragStart={onDrag}
      onDragOver={(event) => isDraggable && event.preventDefault()}
      onDrop={onDrop}
    >
      {row.kind === "folder" ? <FolderName row={row} /> : <EndpointName row={row} />}
    </div>
  );
}

function FolderName({ row }: { row: Extract<TreeRow, { kind: "folder" }> }) {
  const Chevron = row.isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <Chevron size={14} strokeWidth={1.5} aria-hidden />
      <span className={styles["folder"]}>{row.folder.name}</span>
      <span className={styles["count"]}>{row.count}</span>
    </>
  );
}

function EndpointName({ row: { endpoint } }: { row: Extract<TreeRow, { kind: "endpoint" }> }) {
  const { method, path, name, isDeprecated } = endpoint;
  const start = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return (
    <>
      <Method name={method} />
      <span
        className={`${styles["path"]} ${isDeprecated ? styles["deprecated"] : ""}`}
        title={name === null ? path : `${path} · ${name}`}
      >
        {/* The last part distinguishes a path: the start of a long one is cut. */}
        <span className={styles["start"]}>{start}</span>
        <span>{path.slice(start.length)}</span>
      </span>
    </>
  );
}

function nameRow(row: TreeRow): string {
  if (row.kind === "folder") return `${row.folder.name}, ${row.count} endpoints`;
  return `${row.endpoint.method.toUpperCase()} ${row.endpoint.path}`;
}
