import { json, jsonParseLinter } from "@codemirror/lang-json";
import { yaml } from "@codemirror/lang-yaml";
import { linter, lintGutter } from "@codemirror/lint";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { useEffect, useRef } from "react";
import { styleNonce } from "../api/place.ts";
import { codeTheme } from "./code-theme.ts";
import styles from "./code-field.module.css";

export interface CodeFieldProps {
  readonly label: string;
  readonly language: "json" | "yaml";
  readonly text: string;
  readonly onChange?: (text: string) => void;
  readonly onBlur?: () => void;
  readonly isReadOnly?: boolean;
}

const languages: Readonly<Record<CodeFieldProps["language"], () => Extension>> = {
  json: () => [json(), linter(emptyOrJson), lintGutter()],
  yaml: () => yaml(),
};

const jsonLinter = jsonParseLinter();
// An empty text means "none", which is no error.
const emptyOrJson = (view: EditorView) => (view.state.doc.length === 0 ? [] : jsonLinter(view));

/** CodeMirror in the colours of the app. Esc leaves it, so that Tab does not hold the keyboard. */
export function CodeField({
  label,
  language,
  text,
  onChange,
  onBlur,
  isReadOnly = false,
}: CodeFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ onChange, onBlur });
  useEffect(() => {
    latest.current = { onChange, onBlur };
  });
  useEffect(() => {
    if (place.current === null) return undefined;
    const readOnly = new Compartment();
    const editor = new EditorView({
      parent: place.current,
      doc: text,
      extensions: [
        EditorView.cspNonce.of(styleNonce),
        basicSetup,
        languages[language](),
        codeTheme,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label }),
        readOnly.of([EditorState.readOnly.of(isReadOnly), EditorView.editable.of(!isReadOnly)]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
        }),
        EditorView.domEventHandlers({
          blur: () => latest.current.onBlur?.(),
          keydown: (event, { contentDOM }) => {
            if (event.key === "Escape") contentDOM.blur();
          },
        }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
    // The text is brought in below; another language or label makes another editor.
  }, [label, language, isReadOnly]);
  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === text) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);
  return <div ref={place} className={styles["code"]} />;
}
