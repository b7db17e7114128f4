import { Plus } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useMemo, useState } from "react";
import type { DocTreeItem } from "@lintel/contract/shapes/docs";
import { useShortcut } from "../../keys/shortcuts.ts";
import { IconButton } from "../../parts/button.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { Menu } from "../../parts/menu.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { DocTree } from "./doc-tree.tsx";
import { filterDocLines, listDocLines } from "./doc-lines.ts";
import { useDocLock, useDocTree } from "./use-doc.ts";
import styles from "./doc-tree.module.css";

const CreateInDocs = lazy(async () => ({
  default: (await import("./create-in-docs.tsx")).CreateInDocs,
}));

export function DocTreePanel() {
  const tree = useDocTree();
  return (
    <div className={styles["panel"]}>
      <QueryView query={tree}>{({ items }) => <FilteredTree items={items} />}</QueryView>
    </div>
  );
}

function FilteredTree({ items }: { readonly items: readonly DocTreeItem[] }) {
  const isLocked = useDocLock() !== null;
  const [text, setText] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const wanted = useDeferredValue(text.trim());
  const lines = useMemo(
    () => (wanted === "" ? listDocLines(items, closed) : filterDocLines(items, wanted)),
    [items, closed, wanted],
  );
  const toggle = (id: string, isOpen: boolean) => {
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const nothing = wanted === "" ? "No pages yet." : `No page matches “${wanted}”.`;
  return (
    <>
      <div className={styles["filter"]}>
        <FilterBox label="Filter pages" text={text} onChange={setText} />
        {!isLocked && <CreateMenu items={items} />}
      </div>
      {lines.length === 0 ? (
        <div className={styles["none"]}>
          <Empty text={nothing} />
        </div>
      ) : (
        <DocTree items={items} lines={lines} isLocked={isLocked} onToggle={toggle} />
      )}
    </>
  );
}

function CreateMenu({ items }: { readonly items: readonly DocTreeItem[] }) {
  const [kind, setKind] = useState<DocTreeItem["type"] | null>(null);
  useShortcut("c", "Create page", () => setKind("page"));
  const trigger = (
    <IconButton label="Create">
      <Plus size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
  const choices = [
    { id: "page", label: "Create page", detail: "C", run: () => setKind("page") },
    { id: "folder", label: "Create folder", run: () => setKind("folder") },
    { id: "reference", label: "Attach API reference", run: () => setKind("specSnapshot") },
  ];
  return (
    <>
      <Menu label="Create" trigger={trigger} choices={choices} />
      <Suspense>
        {kind !== null && <CreateInDocs kind={kind} items={items} onClose={() => setKind(null)} />}
      </Suspense>
    </>
  );
}
