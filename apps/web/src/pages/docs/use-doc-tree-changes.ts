import { useQueryClient } from "@tanstack/react-query";
import type { DocTreeItem } from "@lintel/contract/shapes/docs";
import { describeError } from "../../api/refusal.ts";
import { useApi } from "../../api/scope.ts";
import { showToast } from "../../parts/toast.tsx";
import { useDocPlace } from "./use-doc.ts";

/** Changes of the tree of pages; the reason is shown if the server refuses one. */
export function useDocTreeChanges() {
  const api = useApi();
  const client = useQueryClient();
  const { place } = useDocPlace();
  const { queryKey } = api.query("getDocTree", place);
  const refresh = () => client.invalidateQueries({ queryKey });
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      showToast(`Not changed: ${describeError(error)}`);
    }
    await refresh();
  };
  return {
    refresh,
    /** Into a folder (null: the root), at a position from 0 (null: the end). */
    move: (itemId: string, parentId: string | null, position: number | null) =>
      attempt(() =>
        api.call("moveDocItem", {
          ...place,
          itemPublicId: itemId,
          parentFolderPublicId: parentId,
          ...(position === null ? {} : { position }),
        }),
      ),
    order: (parentId: string | null, ids: readonly string[]) =>
      attempt(() =>
        api.call("reorderDocTree", {
          ...place,
          parentFolderPublicId: parentId,
          itemPublicIds: [...ids],
        }),
      ),
    /** It cannot be restored. Returns whether it is gone. */
    async remove({ id, type }: DocTreeItem): Promise<void> {
      if (type === "page") await api.call("deleteDocPage", { ...place, pageId: id });
      else if (type === "folder")
        await api.call("deleteDocFolder", { ...place, folderId: id, recursive: true });
      else await api.call("removeDocReference", { ...place, referenceId: id });
      await refresh();
    },
  };
}
