import { FolderInput, Trash2, X } from "lucide-react";
import { useCan } from "../../api/scope.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { VersionTree } from "./tree-rows.ts";
import { useTreeChanges } from "./use-tree-changes.ts";
import styles from "./tree.module.css";

export interface MarkedBarProps {
  readonly tree: VersionTree;
  readonly marked: ReadonlySet<string>;
  readonly onMark: (ids: ReadonlySet<string>) => void;
  /** Everything that the filter shows. */
  readonly all: readonly string[];
}

/** What can be done with the selected endpoints. */
export function MarkedBar({ tree, marked, onMark, all }: MarkedBarProps) {
  const changes = useTreeChanges();
  const canDelete = useCan("specs:delete");
  const clear = () => onMark(new Set());
  const move = (folderId: string | null) => {
    void changes.move([...marked], folderId, null);
    clear();
  };
  const targets = [
    { id: "root", label: "No folder", run: () => move(null) },
    ...tree.folders.map(({ id, name }) => ({ id, label: name, run: () => move(id) })),
  ];
  const remove = () => {
    void changes.remove([...marked]);
    clear();
  };
  const trigger = (
    <IconButton label="Move to folder">
      <FolderInput size={16} strokeWidth={1.5} aria-hidden />
    </IconButton>
  );
  return (
    <div className={styles["bar"]} role="toolbar" aria-label="Selected endpoints">
      <span className={styles["chosen"]}>{marked.size} selected</span>
      {marked.size < all.length && (
        <Button kind="quiet" onPress={() => onMark(new Set(all))}>
          Select all {all.length}
        </Button>
      )}
      <Menu label="Folders" trigger={trigger} choices={targets} />
      {canDelete && (
        <IconButton label={`Delete ${marked.size} endpoints`} onPress={remove}>
          <Trash2 size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
      <IconButton label="Clear selection" onPress={clear}>
        <X size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </div>
  );
}
