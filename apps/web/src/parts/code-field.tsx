import { json, jsonParseLinter } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import { linter, lintGutter } from "@codemirror/lint";
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  type Transaction,
} from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef, type RefObject } from "react";
import { takeFiles, type FilesTaker } from "./code-files.ts";
import { codeSetup } from "./code-setup.ts";
import { markdownLanguage } from "./markdown-language.ts";
import styles from "./code-field.module.css";

export interface CodeFieldProps {
  readonly label: string;
  readonly language: "json" | "yaml" | "markdown";
  readonly text: string;
  readonly onChange?: (text: string) => void;
  readonly onBlur?: () => void;
  readonly isReadOnly?: boolean;
  /** As high as its place, instead of as its text. */
  readonly isTall?: boolean;
  /** What is written where files are dropped or pasted. */
  readonly onFiles?: FilesTaker;
  /** Filled with what the page can do with the editor. */
  readonly controls?: RefObject<CodeControls | null>;
}

export interface CodeControls {
  /** Replaces the selection. */
  readonly insert: (text: string) => void;
  /** Goes to a line, from 1. */
  readonly showLine: (line: number) => void;
}

const languages: Readonly<Record<CodeFieldProps["language"], () => Extension>> = {
  json: () => [json(), linter(emptyOrJson), lintGutter()],
  yaml: () => yaml(),
  markdown: () => markdownLanguage,
};

const jsonLinter = jsonParseLinter();
// An empty text means "none", which is no error.
const emptyOrJson = (view: EditorView) => (view.state.doc.length === 0 ? [] : jsonLinter(view));

/** Marks a change that the page made, which is not reported back to it. */
const given = Annotation.define<boolean>();
const isGiven = (transaction: Transaction) => transaction.annotation(given) === true;

/** CodeMirror in the colours of the app. */
export function CodeField({
  label,
  language,
  text,
  onChange,
  onBlur,
  isReadOnly = false,
  isTall = false,
  onFiles,
  controls,
}: CodeFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ onChange, onBlur, onFiles });
  useEffect(() => {
    latest.current = { onChange, onBlur, onFiles };
  });
  useEffect(() => {
    if (place.current === null) return undefined;
    const readOnly = new Compartment();
    const editor = new EditorView({
      parent: place.current,
      doc: text,
      extensions: [
        codeSetup(label),
        languages[language](),
        readOnly.of([EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)]),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || update.transactions.some(isGiven)) return;
          latest.current.onChange?.(update.state.doc.toString());
        }),
        takeFiles(() => latest.current.onFiles),
        EditorView.domEventHandlers({
          blur: () => latest.current.onBlur?.(),
        }),
      ],
    });
    view.current = editor;
    if (controls !== undefined) controls.current = controlsOf(editor);
    return () => editor.destroy();
    // The text is brought in below; another language or label makes another editor.
  }, [label, language, isReadOnly, controls]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === text) return;
    const changes = changeTo(editor.state.doc.toString(), text);
    editor.dispatch({ changes, annotations: given.of(true) });
  }, [text]);
  return <div ref={place} className={`${styles["code"]} ${isTall ? styles["tall"] : ""}`} />;
}

/** The part that differs, so that the cursor stays where the text around it stays. */
function changeTo(before: string, after: string) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

function controlsOf(editor: EditorView): CodeControls {
  return {
    insert: (text) => {
      editor.dispatch(editor.state.replaceSelection(text));
      editor.focus();
    },
    showLine: (line) => {
      const { from } = editor.state.doc.line(Math.min(Math.max(1, line), editor.state.doc.lines));
      editor.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      editor.focus();
    },
  };
}
