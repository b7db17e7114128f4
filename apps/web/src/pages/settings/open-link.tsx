import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ListSearch } from "./use-list-search.ts";

/** A row's link: opens it in the panel. */
export function OpenLink({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <Link to="." search={(old: ListSearch) => ({ ...old, open: id })}>
      {children}
    </Link>
  );
}
