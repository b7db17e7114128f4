import { useSyncExternalStore } from "react";

/** What floats above the page: the palette with the text that it begins with, the sheet of shortcuts, or nothing. */
export type Overlay =
  | { readonly kind: "palette"; readonly text: string }
  | { readonly kind: "keys" }
  | null;

let shown: Overlay = null;
const listeners = new Set<() => void>();

export function showOverlay(next: Overlay): void {
  shown = next;
  for (const listener of listeners) listener();
}

export const openPalette = (text: string): void => showOverlay({ kind: "palette", text });
export const openShortcutSheet = (): void => showOverlay({ kind: "keys" });

export function useOverlay(): Overlay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => shown,
  );
}
