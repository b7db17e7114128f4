import { StateEffect, StateField, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** Takes files that were dropped or pasted; returns what is written in their place, or null for nothing. */
export type FilesTaker = (files: readonly File[]) => Promise<string | null>;

const begin = StateEffect.define<{ readonly id: number; readonly at: number }>();
const end = StateEffect.define<number>();

/** Where the texts of files that are still uploaded belong: the places follow what is typed before them. */
const places = StateField.define<ReadonlyMap<number, number>>({
  create: () => new Map(),
  update(before, { changes, effects }) {
    const after = new Map([...before].map(([id, at]) => [id, changes.mapPos(at, 1)]));
    for (const effect of effects) {
      if (effect.is(begin)) after.set(effect.value.id, effect.value.at);
      if (effect.is(end)) after.delete(effect.value);
    }
    return after;
  },
});

let lastId = 0;

/**
 * Writes the texts of dropped and pasted files where they were put.
 *
 * @param taker - undefined: files are left to the browser
 */
export function takeFiles(taker: () => FilesTaker | undefined): Extension {
  const take = (view: EditorView, list: FileList | undefined, at: number): boolean => {
    const found = taker();
    const files = [...(list ?? [])];
    if (found === undefined || files.length === 0 || view.state.readOnly) return false;
    const id = ++lastId;
    view.dispatch({ effects: begin.of({ id, at }) });
    void found(files).then((text) => {
      const from = view.state.field(places).get(id) ?? view.state.doc.length;
      const changes = text === null ? [] : [{ from, insert: text }];
      view.dispatch({ changes, effects: end.of(id) });
    });
    return true;
  };
  return [
    places,
    EditorView.domEventHandlers({
      paste: (event, view) =>
        take(view, event.clipboardData?.files, view.state.selection.main.head),
      drop: (event, view) => {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        return take(view, event.dataTransfer?.files, at ?? view.state.selection.main.head);
      },
    }),
  ];
}
