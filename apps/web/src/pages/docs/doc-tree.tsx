import { useNavigate, useParams } from "@tanstack/react-router";
import { Braces, ChevronDown, ChevronRight, FileText } from "lucide-react";
import type { DocTreeItem } from "@lintel/contract/shapes/docs";
import { TreeView } from "../../parts/tree-view.tsx";
import { childrenOf, markItem, nameItem, stepItem, type DocLine } from "./doc-lines.ts";
import { useDocPlace } from "./use-doc.ts";
import { useDocTreeChanges } from "./use-doc-tree-changes.ts";
import styles from "./doc-tree.module.css";

export interface DocTreeProps {
  readonly items: readonly DocTreeItem[];
  readonly lines: readonly DocLine[];
  readonly isLocked: boolean;
  readonly onToggle: (id: string, isOpen: boolean) => void;
}

/** The sections, folders, pages and API references of a version. */
export function DocTree({ items, lines, isLocked, onToggle }: DocTreeProps) {
  const { params } = useDocPlace();
  const { page: shown } = useParams({ strict: false });
  const navigate = useNavigate();
  const changes = useDocTreeChanges();
  const open = ({ id, item, isOpen }: DocLine) => {
    if (isOpen !== undefined) return onToggle(id, !isOpen);
    if (item.type !== "page") return undefined;
    const to = "/$org/$project/docs/$doc/$version/pages/$page";
    return void navigate({ to, params: { ...params, page: id } });
  };
  const shift = (at: number, step: -1 | 1) => {
    const line = lines[at];
    if (line === undefined) return;
    const ids = childrenOf(items, line.parentId).map(({ id }) => id);
    const order = stepItem(ids, line.id, step);
    if (order !== null) void changes.order(line.parentId, order);
  };
  const drop = ([id = ""]: readonly string[], target: DocLine) => {
    if (target.item.type === "folder") return void changes.move(id, target.id, null);
    const siblings = childrenOf(items, target.parentId).filter((each) => each.id !== id);
    const position = siblings.findIndex((each) => each.id === target.id);
    return void changes.move(id, target.parentId, position);
  };
  return (
    <TreeView
      label="Pages"
      lines={lines}
      shown={shown}
      isLocked={isLocked}
      nameOf={({ item }) => [nameItem(item), markItem(item)].filter(Boolean).join(" ")}
      draw={(line) => <LineContent line={line} />}
      onOpen={open}
      onToggle={onToggle}
      onShift={shift}
      onDrop={drop}
    />
  );
}

function LineContent({ line: { item, isOpen } }: { readonly line: DocLine }) {
  const { page, folder } = item;
  const mark = markItem(item);
  const Icon = folder === null ? (page === null ? Braces : FileText) : ChevronRight;
  const Shown = isOpen === true ? ChevronDown : Icon;
  return (
    <>
      <Shown size={14} strokeWidth={1.5} aria-hidden />
      <span className={folder === null ? styles["name"] : styles["folder"]} title={nameItem(item)}>
        {nameItem(item)}
      </span>{" "}
      {mark !== null && <span className={styles["mark"]}>{mark}</span>}
    </>
  );
}
