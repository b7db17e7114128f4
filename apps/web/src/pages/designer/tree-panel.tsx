import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from "react";
import { useShortcut } from "../../keys/shortcuts.ts";
import { IconButton } from "../../parts/button.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { Menu } from "../../parts/menu.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { ListViews } from "../views/list-views.tsx";
import { MarkedBar } from "./marked-bar.tsx";
import { Tree } from "./tree.tsx";
import { filterRows, listRows } from "./tree-rows.ts";
import type { VersionTree } from "../../design/version-tree.ts";
import { useEditLock, useTree } from "../../design/use-version.ts";
import styles from "./tree.module.css";

const CreateEndpoint = lazy(async () => ({
  default: (await import("./create-in-tree.tsx")).CreateEndpoint,
}));
const CreateFolder = lazy(async () => ({
  default: (await import("./create-in-tree.tsx")).CreateFolder,
}));

const EditFolders = lazy(async () => ({
  default: (await import("./edit-folders.tsx")).EditFolders,
}));

export function VersionTreePanel() {
  const tree = useTree();
  return (
    <div className={styles["panel"]}>
      <QueryView query={tree}>{(value) => <FilteredTree tree={value} />}</QueryView>
    </div>
  );
}

function FilteredTree({ tree }: { tree: VersionTree }) {
  const isLocked = useEditLock() !== null;
  const [text, setText] = useTreeFilter();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  // Typing comes first; the tree follows.
  const wanted = useDeferredValue(text.trim());
  const rows = useMemo(
    () => (wanted === "" ? listRows(tree, closed) : filterRows(tree, wanted)),
    [tree, closed, wanted],
  );
  const toggle = (id: string, isOpen: boolean) => {
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const nothing =
    wanted === ""
      ? "No endpoints yet. Import a document or create one."
      : `No endpoint matches “${wanted}”.`;
  const shown = rows.flatMap(({ kind, id }) => (kind === "endpoint" ? [id] : []));
  return (
    <>
      <div className={styles["filter"]}>
        <FilterBox
          label={`Filter ${tree.endpoints.length} endpoints`}
          text={text}
          onChange={setText}
        />
        <ListViews list="endpoints" isCompact onShow={(next) => setText(next["tree"] ?? "")} />
        {!isLocked && <CreateMenu tree={tree} />}
      </div>
      {rows.length === 0 ? (
        <div className={styles["none"]}>
          <Empty text={nothing} />
        </div>
      ) : (
        <Tree
          rows={rows}
          isLocked={isLocked}
          onToggle={toggle}
          marked={marked}
          onMark={setMarked}
        />
      )}
      {marked.size > 0 && <MarkedBar tree={tree} marked={marked} onMark={setMarked} all={shown} />}
    </>
  );
}

/** How long a person types before the address says it: a page does not have to be drawn for each letter. */
const settleMs = 300;

/** What is typed in the filter, which the address has a moment later. */
function useTreeFilter() {
  const { tree = "" } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [text, setText] = useState(tree);
  useEffect(() => {
    if (text === tree) return undefined;
    const timer = setTimeout(() => {
      const merge = (old: object) => ({ ...old, tree: text || undefined });
      void navigate({ to: ".", search: merge as never, replace: true });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [text, tree, navigate]);
  return [text, setText] as const;
}

function CreateMenu({ tree }: { tree: VersionTree }) {
  const [kind, setKind] = useState<"endpoint" | "folder" | "folders" | null>(null);
  const close = () => setKind(null);
  useShortcut("c", "Create endpoint", () => setKind("endpoint"));
  const trigger = (
    <IconButton label="Create">
      <Plus size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
  const choices = [
    { id: "endpoint", label: "Create endpoint", detail: "C", run: () => setKind("endpoint") },
    { id: "folder", label: "Create folder", run: () => setKind("folder") },
    ...(tree.folders.length === 0
      ? []
      : [{ id: "folders", label: "Edit folders", run: () => setKind("folders") }]),
  ];
  return (
    <>
      <Menu label="Create" trigger={trigger} choices={choices} />
      <Suspense>
        {kind === "endpoint" && <CreateEndpoint tree={tree} onClose={close} />}
        {kind === "folder" && <CreateFolder onClose={close} />}
        {kind === "folders" && <EditFolders tree={tree} onClose={close} />}
      </Suspense>
    </>
  );
}
