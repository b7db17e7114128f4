import { useEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";

/** The element of the header in which a page puts its actions. */
export const headerActionsId = "header-actions";

/** Actions of a page, shown in the header: at most one of them is primary. */
export function HeaderActions({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.querySelector<HTMLElement>(`#${headerActionsId}`)), []);
  return place === null ? null : createPortal(children, place);
}
