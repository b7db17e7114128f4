import { lazy, Suspense } from "react";
import { useOrganization } from "../api/scope.ts";
import { useShortcut } from "../keys/shortcuts.ts";
import { useNoteRecent } from "./recent-places.ts";
import { openPalette, openShortcutSheet, showOverlay, useOverlay } from "./palette-state.ts";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));
const ShortcutSheet = lazy(async () => ({
  default: (await import("./shortcut-sheet.tsx")).ShortcutSheet,
}));

/** Loads the palette and the sheet of shortcuts when they are opened. */
export function PaletteHost() {
  const overlay = useOverlay();
  useShortcut("mod+k", "Search and commands", () => openPalette(""));
  useShortcut("?", "Keyboard shortcuts", openShortcutSheet);
  useNoteRecent(useOrganization().organization.slug);
  const close = () => showOverlay(null);
  return (
    <Suspense>
      {overlay?.kind === "palette" && <Palette text={overlay.text} onClose={close} />}
      {overlay?.kind === "keys" && <ShortcutSheet onClose={close} />}
    </Suspense>
  );
}
