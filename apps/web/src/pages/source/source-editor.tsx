import { useEffect, useRef } from "react";
import type { VersionTree } from "../../design/version-tree.ts";
import { openSourceView } from "./open-source-view.ts";
import type { SourceFormat } from "./source-format.ts";
import type { SourceView } from "./source.types.ts";
import styles from "./source.module.css";

export interface SourceEditorProps {
  readonly format: SourceFormat;
  /** The text at the beginning; later ones are written through the view. */
  readonly text: string;
  readonly isReadOnly: boolean;
  /** What references can be completed to. */
  readonly tree: VersionTree | undefined;
  readonly onOpen: (view: SourceView) => void;
  /** At every change of the text. */
  readonly onEdit: () => void;
  /** After a pause in typing, and at the beginning. */
  readonly onSettle: (text: string) => void;
}

/** The whole document in CodeMirror. React does not see the text while it is typed. */
export function SourceEditor(props: SourceEditorProps) {
  const { format, isReadOnly } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (place.current === null) return undefined;
    const { view, close } = openSourceView(place.current, {
      format,
      isReadOnly,
      text: latest.current.text,
      readTree: () => latest.current.tree,
      onEdit: () => latest.current.onEdit(),
      onSettle: (text) => latest.current.onSettle(text),
    });
    latest.current.onOpen(view);
    return close;
  }, [format, isReadOnly]);
  return <div ref={place} className={styles["editor"]} />;
}
