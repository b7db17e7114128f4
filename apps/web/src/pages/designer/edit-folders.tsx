import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useApi, useCan } from "../../api/scope.ts";
import { IconButton } from "../../parts/button.tsx";
import { CommittedField } from "../../parts/committed-field.tsx";
import { offerUndo } from "../../parts/offer-undo.ts";
import { Panel } from "../../parts/panel.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import type { VersionTree } from "../../design/version-tree.ts";
import { restoreFolder } from "./restore-folder.ts";
import { useTreeChanges } from "./use-tree-changes.ts";
import { useVersionPlace } from "../../design/use-version.ts";

export interface EditFoldersProps {
  readonly tree: VersionTree;
  readonly onClose: () => void;
}

type Folder = VersionTree["folders"][number];

/** Renames and deletes folders. What is in a deleted one moves up to its parent. */
export function EditFolders({ tree, onClose }: EditFoldersProps) {
  return (
    <Panel title="Folders" onClose={onClose}>
      <p>The content of a deleted folder moves up to its parent.</p>
      <ul className="form">
        {tree.folders.map((folder) => (
          <li key={folder.id}>
            <FolderFields tree={tree} folder={folder} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface FolderFieldsProps {
  readonly tree: VersionTree;
  readonly folder: Folder;
}

function FolderFields({ tree, folder }: FolderFieldsProps) {
  const api = useApi();
  const { place } = useVersionPlace();
  const { refresh } = useTreeChanges();
  const canDelete = useCan("specs:delete");
  const { id: folderId, name, rowVersion } = folder;
  const rename = useMutation({
    mutationFn: (next: string) =>
      api.call("updateFolder", { ...place, folderId, name: next, rowVersion }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: async () => {
      const { items } = await api.call("listFolders", { ...place, take: 100 });
      await api.call("deleteFolder", { ...place, folderId });
      return items.find(({ id }) => id === folderId);
    },
    onSuccess: (deleted) => {
      if (deleted === undefined) return;
      offerUndo(`Folder ${deleted.name} deleted`, async () => {
        await restoreFolder(api, place, deleted, tree);
        await refresh();
      });
    },
    onSettled: refresh,
  });
  return (
    <>
      <CommittedField
        label={`Name of ${name}`}
        text={name}
        check={(text) => (text.trim() === "" ? "Enter a name." : null)}
        onCommit={(text) => rename.mutate(text.trim())}
      />
      {canDelete && (
        <IconButton label={`Delete folder ${name}`} onPress={() => remove.mutate()}>
          <Trash2 size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
      <Refusal error={rename.error ?? remove.error} />
    </>
  );
}
