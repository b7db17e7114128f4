import { useDeferredValue, useMemo, useState } from "react";
import { FilterBox } from "../../parts/filter-box.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { Tree } from "./tree.tsx";
import { filterRows, listRows, type VersionTree } from "./tree-rows.ts";
import { useTree } from "./use-version.ts";
import styles from "./tree.module.css";

export function VersionTreePanel() {
  const tree = useTree();
  return (
    <div className={styles["panel"]}>
      <QueryView query={tree}>{(value) => <FilteredTree tree={value} />}</QueryView>
    </div>
  );
}

function FilteredTree({ tree }: { tree: VersionTree }) {
  const [text, setText] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
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
  return (
    <>
      <div className={styles["filter"]}>
        <FilterBox
          label={`Filter ${tree.endpoints.length} endpoints`}
          text={text}
          onChange={setText}
        />
      </div>
      {rows.length === 0 ? (
        <div className={styles["none"]}>
          <Empty
            text={
              wanted === ""
                ? "No endpoints yet. Import a document or create one."
                : `No endpoint matches “${wanted}”.`
            }
          />
        </div>
      ) : (
        <Tree rows={rows} onToggle={toggle} />
      )}
    </>
  );
}
