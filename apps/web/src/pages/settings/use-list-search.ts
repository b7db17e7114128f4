import { useNavigate, useSearch } from "@tanstack/react-router";

/** What the address of a list says. */
export interface ListSearch {
  readonly filter?: string | undefined;
  /** The id of what is shown in the panel, or `new`. */
  readonly open?: string | undefined;
}

export function readListSearch({ filter, open }: Record<string, unknown>): ListSearch {
  return {
    ...(typeof filter === "string" && filter !== "" ? { filter } : {}),
    ...(typeof open === "string" && open !== "" ? { open } : {}),
  };
}

/** The filter and the open row of a list, both kept in the address. */
export function useListSearch() {
  const { filter = "", open } = useSearch({ strict: false, select: readListSearch });
  const navigate = useNavigate();
  const change = (next: ListSearch, replace: boolean) =>
    void navigate({ to: ".", search: (old: ListSearch) => ({ ...old, ...next }), replace });
  return {
    filter,
    open,
    onFilter: (text: string) => change({ filter: text || undefined }, true),
    onOpen: (id: string | undefined) => change({ open: id }, false),
  };
}
