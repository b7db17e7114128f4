import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { json } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import { diff } from "@codemirror/merge";
import { ChangeSet, EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { codeSetup } from "../../parts/code-setup.ts";
import type { VersionTree } from "../../design/version-tree.ts";
import { completeSource } from "./complete-source.ts";
import type { SourceFormat } from "./source-format.ts";
import type { SourceView, TextFinding } from "./source.types.ts";

export interface SourceViewOptions {
  readonly format: SourceFormat;
  readonly isReadOnly: boolean;
  readonly text: string;
  readonly readTree: () => VersionTree | undefined;
  readonly onEdit: () => void;
  readonly onSettle: (text: string) => void;
}

/** The pause after which a text counts as settled. */
const settleMs = 400;

/** A change that came from the server. */
const external = "external";

const fullHeight = EditorView.theme({
  "&": { height: "100%" },
  ".cm-scroller": { maxHeight: "none" },
});

/** Opens an editor in an element. Returns its handle, and what closes it. */
export function openSourceView(parent: HTMLElement, options: SourceViewOptions) {
  const { format, isReadOnly, text, onEdit, onSettle, readTree } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Findings have the offsets of the text that was checked, which is the one that settled before they came.
  let sinceSettled: ChangeSet = ChangeSet.empty(text.length);
  let sinceShown = sinceSettled;
  const settle = () => {
    timer = undefined;
    sinceSettled = ChangeSet.empty(editor.state.doc.length);
    onSettle(editor.state.doc.toString());
  };
  const settleSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(settle, settleMs);
  };
  const editor = new EditorView({
    parent,
    doc: text,
    extensions: [
      // Earlier themes win.
      fullHeight,
      codeSetup("Source"),
      format === "json" ? json() : yaml(),
      completeSource(format, readTree),
      lintGutter(),
      EditorState.readOnly.of(isReadOnly),
      EditorView.updateListener.of(({ docChanged, changes, transactions }) => {
        if (!docChanged) return;
        sinceSettled = sinceSettled.compose(changes);
        sinceShown = sinceShown.compose(changes);
        if (!transactions.some((each) => each.isUserEvent(external))) onEdit();
        settleSoon();
      }),
    ],
  });
  const view: SourceView = {
    read: () => editor.state.doc.toString(),
    write: (next) => rewrite(editor, next),
    goTo: (line) => goTo(editor, line),
    show: (findings) => {
      sinceShown = sinceSettled;
      const shown = findings.map((finding) => toDiagnostic(finding, sinceShown, view));
      editor.dispatch(setDiagnostics(editor.state, shown));
    },
    fix: ({ edits }) => {
      const changes = edits.map(({ from, to, insert }) => {
        const start = sinceShown.mapPos(from, 1);
        return { from: start, to: Math.max(start, sinceShown.mapPos(to, -1)), insert };
      });
      editor.dispatch({ changes, scrollIntoView: true, userEvent: "input.fix" });
    },
  };
  onSettle(text);
  const close = () => {
    clearTimeout(timer);
    editor.destroy();
  };
  return { view, close };
}

const severities = { error: "error", warn: "warning", info: "info" } as const;

function toDiagnostic(finding: TextFinding, since: ChangeSet, view: SourceView): Diagnostic {
  const { rule, severity, message, from, to, fixes } = finding;
  const start = since.mapPos(from, 1);
  return {
    from: start,
    to: Math.max(start, since.mapPos(to, -1)),
    severity: severities[severity],
    message,
    source: rule,
    actions: fixes.map((fix) => ({ name: fix.title, apply: () => view.fix(fix) })),
  };
}

/** Precise where little differs; a document that is another one is replaced as a whole. */
function rewrite(editor: EditorView, next: string): void {
  const before = editor.state.doc.toString();
  if (before === next) return;
  const changes = diff(before, next, { scanLimit: 500, timeout: 100 }).map(
    ({ fromA, toA, fromB, toB }) => ({ from: fromA, to: toA, insert: next.slice(fromB, toB) }),
  );
  editor.dispatch({ changes, userEvent: external });
}

function goTo(editor: EditorView, line: number): void {
  const { doc } = editor.state;
  const { from } = doc.line(Math.min(Math.max(1, line), doc.lines));
  editor.dispatch({
    selection: { anchor: from },
    effects: EditorView.scrollIntoView(from, { y: "center" }),
  });
  editor.focus();
}
