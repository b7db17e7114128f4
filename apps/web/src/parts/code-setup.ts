import type { Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { styleNonce } from "../api/place.ts";
import { codeTheme } from "./code-theme.ts";

/** What every editor of code has. Esc leaves it, so that Tab does not hold the keyboard. */
export const codeSetup = (label: string): Extension => [
  EditorView.cspNonce.of(styleNonce),
  basicSetup,
  // After the keys above: Esc closes what floats first.
  keymap.of([{ key: "Escape", run: leave }]),
  codeTheme,
  EditorView.lineWrapping,
  // With a tabindex, tools know that the keyboard scrolls it.
  EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
];

function leave({ contentDOM }: EditorView): boolean {
  contentDOM.blur();
  return true;
}
