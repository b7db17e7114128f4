import { redirect } from "@tanstack/react-router";
import type { ViewedList } from "@lintel/contract/words/views";
import type { Api } from "../api/api.ts";
import { queryClient } from "../api/query-client.ts";
import { keptSearch } from "../pages/views/view-search.ts";

interface Entry {
  readonly cause: string;
  readonly search: object;
  readonly params: object;
  readonly context: { readonly api: Api; readonly project: { readonly id: string } };
}

/**
 * Opens a list with the person's default view where the address says nothing, before its rows are read. Who then
 * chooses to see the list without a view stays on it.
 */
export const openDefaultView =
  (list: ViewedList, to: string) =>
  async ({ cause, search, params, context }: Entry): Promise<void> => {
    if (cause !== "enter" || Object.keys(keptSearch(list, search)).length > 0) return;
    const query = context.api.query("listSavedViews", { projectId: context.project.id, list });
    // Without an answer, the list is shown without a view.
    const views = await queryClient.ensureQueryData(query).catch(() => null);
    const view = views?.items.find(({ isDefault }) => isDefault);
    if (view === undefined || Object.keys(view.search).length === 0) return;
    const next = { to, params, search: { ...search, ...view.search }, replace: true };
    // The address of the list is one of the router's.
    throw redirect(next as never);
  };
