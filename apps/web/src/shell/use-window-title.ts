import { nameWindow } from "../parts/name-window.ts";
import { useEffect, type RefObject } from "react";

/**
 * Names the window after the breadcrumb, the most specific part first, so that tabs and the history of the browser differ:
 * "List books · Shop API 1.0.0 · Bookshop · Lintel".
 */
export function useWindowTitle(crumbs: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = crumbs;
    if (current === null) return undefined;
    const name = () => {
      nameWindow(...readCrumbs(current).toReversed());
    };
    name();
    const observer = new MutationObserver(name);
    observer.observe(current, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [crumbs]);
}

/** The names in the breadcrumb; a name that is still read is left out. */
const readCrumbs = (crumbs: HTMLElement): string[] =>
  [...crumbs.querySelectorAll("[data-crumb]")]
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text !== "" && text !== "…");
