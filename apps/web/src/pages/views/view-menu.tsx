import { Bookmark } from "lucide-react";
import type { SavedView } from "@lintel/contract/operations/saved-view";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../parts/button.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { MenuChoice } from "../../parts/menu.types.ts";
import { showToast } from "../../parts/toast.tsx";
import { isSameSearch, type ViewSearch } from "./view-search.ts";
import styles from "./list-views.module.css";

export interface ViewMenuProps {
  readonly views: readonly SavedView[];
  readonly current: SavedView | null;
  readonly kept: ViewSearch;
  readonly isCompact: boolean;
  readonly onChoose: (view: SavedView | null) => void;
  readonly onEdit: (view: SavedView | "new") => void;
}

/** Chooses, saves and changes views. */
export function ViewMenu({ views, current, kept, isCompact, onChoose, onEdit }: ViewMenuProps) {
  const { id: projectId } = useProject();
  const canShare = useCan("projects:write");
  const update = useChange(useApi(), "updateSavedView", ["listSavedViews"]);
  const choices: MenuChoice[] = views.map((view) => ({
    id: view.id,
    label: view.name,
    detail: describe(view),
    isCurrent: view.id === current?.id,
    run: () => onChoose(view),
  }));
  const isChanged = current !== null && !isSameSearch(current.search, kept);
  if (current !== null) {
    const { id: viewId, rowVersion } = current;
    choices.push({ id: "none", label: "Show without a view", run: () => onChoose(null) });
    if (isChanged && (canShare || !current.isShared))
      choices.push({
        id: "update",
        label: `Save changes of “${current.name}”`,
        run: () =>
          update.mutate(
            { projectId, viewId, rowVersion, search: kept },
            { onError: (error) => showToast(`Not saved: ${describeError(error)}`) },
          ),
      });
    choices.push({
      id: "edit",
      label: `Edit “${current.name}” …`,
      run: () => onEdit(current),
    });
  }
  choices.push({ id: "save", label: "Save as new view …", run: () => onEdit("new") });
  const name = current === null ? "Views" : `${current.name}${isChanged ? " · changed" : ""}`;
  return (
    <Menu
      label="Views"
      trigger={
        <Button kind="quiet" aria-label={current === null ? "Views" : `View: ${name}`}>
          <Bookmark size={14} strokeWidth={1.5} aria-hidden />
          {!isCompact && <span className={styles["name"]}>{name}</span>}
        </Button>
      }
      choices={choices}
    />
  );
}

const describe = ({ isDefault, isShared }: SavedView): string =>
  [...(isDefault ? ["Default"] : []), ...(isShared ? ["Shared"] : [])].join(" · ");
