import { useVirtualizer } from "@tanstack/react-virtual";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { Row } from "./tree-row.tsx";
import { parentOf, stepKeys } from "./tree-keys.ts";
import type { TreeRow } from "./tree-rows.ts";
import { useTreeChanges } from "./use-tree-changes.ts";
import { useVersionPlace } from "./use-version.ts";
import styles from "./tree.module.css";

export interface TreeProps {
  readonly rows: readonly TreeRow[];
  readonly isLocked: boolean;
  readonly onToggle: (id: string, isOpen: boolean) => void;
  /** Endpoints that the bar below applies to. */
  readonly marked: ReadonlySet<string>;
  readonly onMark: (ids: ReadonlySet<string>) => void;
}

const dragType = "application/x-lintel-row";

/** Draws only the visible rows. The keyboard moves a cursor; the tree itself has the focus. */
export function Tree({ rows, isLocked, onToggle, marked, onMark }: TreeProps) {
  const { params } = useVersionPlace();
  const { endpoint: shown } = useParams({ strict: false });
  const navigate = useNavigate();
  const changes = useTreeChanges();
  const scroller = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const found = rows.findIndex(({ id }) => id === (cursor ?? shown));
  const at = Math.max(0, found);
  const row = rows[at];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (matchMedia("(max-width: 640px)").matches ? 44 : 28),
    overscan: 12,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const open = (target: TreeRow) => {
    setCursor(target.id);
    if (target.kind === "folder") return onToggle(target.id, !target.isOpen);
    const to = "/$org/$project/specs/$spec/$version/endpoints/$endpoint";
    return void navigate({ to, params: { ...params, endpoint: target.id } });
  };
  const go = (to: number) => {
    const index = Math.min(rows.length - 1, Math.max(0, to));
    setCursor(rows[index]?.id ?? null);
    virtual.scrollToIndex(index);
  };
  const mark = () => {
    if (row?.kind !== "endpoint" || isLocked) return;
    const next = new Set(marked);
    if (!next.delete(row.id)) next.add(row.id);
    onMark(next);
  };
  /** Before the endpoint above, or behind the one below. */
  const shift = (step: -1 | 1) => {
    const beyond = rows[step === -1 ? at - 1 : at + 2];
    if (row?.kind !== "endpoint" || isLocked) return;
    const { folderId } = row.endpoint;
    const neighbour = rows[at + step];
    if (neighbour?.kind !== "endpoint" || neighbour.endpoint.folderId !== folderId) return;
    const isInFolder = beyond?.kind === "endpoint" && beyond.endpoint.folderId === folderId;
    void changes.move([row.id], folderId, isInFolder ? beyond.id : null);
  };
  const press = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, () => void>> = {
      Enter: () => row !== undefined && open(row),
      x: mark,
      ArrowRight: () => row?.kind === "folder" && onToggle(row.id, true),
      ArrowLeft: () =>
        row?.kind === "folder" && row.isOpen ? onToggle(row.id, false) : go(parentOf(rows, at)),
      "alt+ArrowUp": () => shift(-1),
      "alt+ArrowDown": () => shift(1),
      Escape: () => onMark(new Set()),
    };
    if (event.metaKey || event.ctrlKey) return;
    const key = event.altKey ? `alt+${event.key}` : event.key;
    const to = stepKeys(key, at, rows.length);
    const act = steps[key] ?? (to === null ? undefined : () => go(to));
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const drop = (event: DragEvent, target: TreeRow) => {
    event.preventDefault();
    const [kind, ...ids] = event.dataTransfer.getData(dragType).split(",");
    const folderId = target.kind === "folder" ? target.id : target.endpoint.folderId;
    if (kind === "endpoint" && !ids.includes(target.id))
      void changes.move(ids, folderId, target.kind === "folder" ? null : target.id);
    if (kind === "folder" && ids[0] !== undefined && ids[0] !== folderId)
      void changes.moveFolder(ids[0], folderId);
  };
  const drag = (event: DragEvent, source: TreeRow) => {
    const ids = marked.has(source.id) ? [...marked] : [source.id];
    event.dataTransfer.setData(dragType, [source.kind, ...ids].join(","));
  };
  return (
    <div
      ref={scroller}
      className={styles["tree"]}
      role="tree"
      aria-label="Endpoints"
      tabIndex={0}
      aria-activedescendant={row === undefined ? undefined : `tree-${row.id}`}
      onKeyDown={press}
    >
      <div style={{ height: virtual.getTotalSize(), position: "relative" }}>
        {virtual.getVirtualItems().map(({ index, start, size }) => {
          const each = rows[index];
          if (each === undefined) return null;
          return (
            <Row
              key={each.id}
              row={each}
              place={{ top: start, height: size, paddingLeft: 12 + each.depth * 16 }}
              isShown={each.id === shown}
              isCursor={index === at}
              isMarked={marked.has(each.id)}
              isDraggable={!isLocked}
              onOpen={() => open(each)}
              onDrag={(event) => drag(event, each)}
              onDrop={(event) => drop(event, each)}
            />
          );
        })}
      </div>
    </div>
  );
}
