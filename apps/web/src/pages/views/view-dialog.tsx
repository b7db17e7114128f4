import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { SavedView } from "@lintel/contract/operations/saved-view";
import type { ViewedList } from "@lintel/contract/words/views";
import { queryClient } from "../../api/query-client.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { offerUndo } from "../../parts/offer-undo.ts";
import type { ViewSearch } from "./view-search.ts";

export interface ViewDialogProps {
  readonly list: ViewedList;
  /** null: a new view of what is shown. */
  readonly view: SavedView | null;
  readonly search: ViewSearch;
  readonly onSaved: (viewId: string | null) => void;
  readonly onClose: () => void;
}

/** Name, sharing and default of a view. A shared view can be the default of a person who may not change it. */
export function ViewDialog({ list, view, search, onSaved, onClose }: ViewDialogProps) {
  const { id: projectId } = useProject();
  const canShare = useCan("projects:write");
  const canChange = view === null || !view.isShared || canShare;
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setIsShared] = useState(view?.isShared ?? false);
  const [isDefault, setIsDefault] = useState(view?.isDefault ?? false);
  const { save, remove } = useViewChanges(list, view, onSaved, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      view === null
        ? { projectId, search, name, isShared, isDefault }
        : { projectId, isDefault, ...(canChange ? { name, isShared } : {}) },
    );
  };
  const error = save.error ?? remove.error;
  return (
    <Dialog title={view === null ? "Save view" : "Edit view"} isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          isReadOnly={!canChange}
          autoFocus
          error={error === null ? null : describeError(error)}
        />
        {canShare && (
          <Checkbox label="Share with the project" isChecked={isShared} onChange={setIsShared} />
        )}
        <Checkbox
          label="Open the list with this view"
          isChecked={isDefault}
          onChange={setIsDefault}
        />
        <DialogButtons>
          {view !== null && canChange && (
            <Button kind="danger" onPress={() => remove.mutate()} isDisabled={remove.isPending}>
              Delete view
            </Button>
          )}
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={name.trim() === "" || save.isPending}>
            Save view
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface Saved {
  readonly projectId: string;
  readonly name?: string;
  readonly search?: ViewSearch;
  readonly isShared?: boolean;
  readonly isDefault: boolean;
}

function useViewChanges(
  list: ViewedList,
  view: SavedView | null,
  onSaved: (viewId: string | null) => void,
  onClose: () => void,
) {
  const api = useApi();
  const { id: projectId } = useProject();
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: [api.organization, "listSavedViews"] });
  const save = useMutation({
    mutationFn: (input: Saved) =>
      view === null
        ? api.call("createSavedView", { name: "", search: {}, ...input, list })
        : api.call("updateSavedView", { ...input, viewId: view.id, rowVersion: view.rowVersion }),
    onSuccess: async ({ id }) => {
      await refresh();
      onSaved(id);
      onClose();
    },
  });
  const remove = useMutation({
    mutationFn: async () => {
      if (view === null) return;
      await api.call("deleteSavedView", { projectId, viewId: view.id });
      const { name, search, isShared, isDefault } = view;
      offerUndo(`${name} deleted`, async () => {
        await api.call("createSavedView", { projectId, list, name, search, isShared, isDefault });
        await refresh();
      });
    },
    onSuccess: async () => {
      await refresh();
      onSaved(null);
      onClose();
    },
  });
  return { save, remove };
}
