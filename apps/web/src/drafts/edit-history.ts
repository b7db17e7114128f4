import { useEffect } from "react";
import { useShortcut } from "../keys/shortcuts.ts";
import { showToast } from "../parts/toast.tsx";

/** An edit that was saved. Both return whether it was possible: what others changed since then stays. */
export interface Edit {
  readonly undo: () => boolean;
  readonly redo: () => boolean;
}

/** The edits of the record that is shown; null: no page wants them. */
let history: { done: readonly Edit[]; undone: readonly Edit[] } | null = null;

const maxEdits = 100;

export function recordEdit(edit: Edit): void {
  if (history === null) return;
  history = { done: [...history.done, edit].slice(-maxEdits), undone: [] };
}

/** `⌘Z` and `⇧⌘Z` for the edits of one record and its parts, from the time when it is opened. */
export function useUndo(record: string): void {
  useEffect(() => {
    history = { done: [], undone: [] };
    return () => {
      history = null;
    };
  }, [record]);
  useShortcut("mod+z", "Undo edit", undo);
  useShortcut("mod+shift+z", "Redo edit", redo);
}

function undo(): void {
  const edit = history?.done.at(-1);
  if (history === null || edit === undefined) return;
  const isUndone = edit.undo();
  history = {
    done: history.done.slice(0, -1),
    undone: isUndone ? [...history.undone, edit] : history.undone,
  };
  if (!isUndone) showToast("Not undone: this was changed again since.");
}

function redo(): void {
  const edit = history?.undone.at(-1);
  if (history === null || edit === undefined) return;
  const isRedone = edit.redo();
  history = {
    done: isRedone ? [...history.done, edit] : history.done,
    undone: history.undone.slice(0, -1),
  };
  if (!isRedone) showToast("Not redone: this was changed again since.");
}
