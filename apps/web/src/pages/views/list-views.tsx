import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { SavedView } from "@lintel/contract/operations/saved-view";
import type { ViewedList } from "@lintel/contract/words/views";
import { useApi, useProject } from "../../api/scope.ts";
import { ColumnMenu } from "./column-menu.tsx";
import { readHidden, toggleColumn } from "./hidden-columns.ts";
import { ViewMenu } from "./view-menu.tsx";
import { isSameSearch, keptSearch, shownSearch, type ViewSearch } from "./view-search.ts";
import styles from "./list-views.module.css";

const ViewDialog = lazy(async () => ({ default: (await import("./view-dialog.tsx")).ViewDialog }));

export interface ListViewsProps {
  readonly list: ViewedList;
  /** All columns of the table, the one with the link first. */
  readonly columns?: readonly { readonly name: string }[];
  /** Only a symbol, where there is little room. */
  readonly isCompact?: boolean;
  /** Receives what is shown next, for a page that keeps what is typed. */
  readonly onShow?: (search: ViewSearch) => void;
}

/** The saved views of a list, and which columns it shows. Everything that they say is in the address. */
export function ListViews({ list, columns = [], isCompact = false, onShow }: ListViewsProps) {
  const { id: projectId } = useProject();
  const search = useSearch({ strict: false });
  const kept = keptSearch(list, search);
  const navigate = useNavigate();
  const { data } = useQuery(useApi().query("listSavedViews", { projectId, list }));
  const views = data?.items ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [edited, setEdited] = useState<SavedView | "new" | null>(null);
  const current =
    views.find(({ id }) => id === chosen) ??
    views.find((view) => isSameSearch(view.search, kept)) ??
    null;
  const show = (next: ViewSearch, replace = false) => {
    onShow?.(next);
    const merge = (old: object) => ({ ...old, ...shownSearch(list, next) });
    void navigate({ to: ".", search: merge as never, replace });
  };
  const choose = (view: SavedView | null) => {
    setChosen(view?.id ?? null);
    show(view?.search ?? {});
  };
  useDefault(data?.items, Object.keys(kept).length === 0, (view) => {
    setChosen(view.id);
    show(view.search, true);
  });
  const { hide } = kept;
  const toggle = (name: string) => {
    const { hide: _, ...rest } = kept;
    const next = toggleColumn(hide, name);
    show(next === undefined ? rest : { ...rest, hide: next }, true);
  };
  return (
    <div className={styles["views"]}>
      <ViewMenu
        isCompact={isCompact}
        views={views}
        current={current}
        kept={kept}
        onChoose={choose}
        onEdit={setEdited}
      />
      {columns.length > 1 && (
        <ColumnMenu columns={columns.slice(1)} hidden={readHidden(hide)} onToggle={toggle} />
      )}
      <Suspense>
        {edited !== null && (
          <ViewDialog
            list={list}
            view={edited === "new" ? null : edited}
            search={kept}
            onSaved={setChosen}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Opens the list with the person's default, once, where the address says nothing. */
function useDefault(
  views: readonly SavedView[] | undefined,
  isEmpty: boolean,
  show: (view: SavedView) => void,
): void {
  const isDone = useRef(!isEmpty);
  useEffect(() => {
    if (isDone.current || views === undefined) return;
    isDone.current = true;
    const view = views.find(({ isDefault }) => isDefault);
    if (isEmpty && view !== undefined) show(view);
  }, [views, isEmpty, show]);
}
