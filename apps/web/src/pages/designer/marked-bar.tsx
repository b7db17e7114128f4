import { FolderInput, Trash2 } from "lucide-react";
import { useCan } from "../../api/scope.ts";
import { IconButton } from "../../parts/button.tsx";
import { Menu } from "../../parts/menu.tsx";
import { SelectionBar } from "../../parts/selection-bar.tsx";
import type { VersionTree } from "../../design/version-tree.ts";
import { useTreeChanges } from "./use-tree-changes.ts";

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
    <SelectionBar
      label="Selected endpoints"
      count={marked.size}
      all={{ count: all.length, onSelect: () => onMark(new Set(all)) }}
      onClear={clear}
    >
      <Menu label="Folders" trigger={trigger} choices={targets} />
      {canDelete && (
        <IconButton label={`Delete ${marked.size} endpoints`} onPress={remove}>
          <Trash2 size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
    </SelectionBar>
  );
}
