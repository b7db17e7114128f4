import { useRef, useState } from "react";
import { SaveNote } from "../../drafts/save-note.tsx";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { CodeEditor } from "../../parts/code-editor.tsx";
import type { CodeControls } from "../../parts/code-field.tsx";
import { TextField } from "../../parts/field.tsx";
import { HeaderActions } from "../../parts/header-actions.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { EditorTools } from "./editor-tools.tsx";
import { LockBar } from "./lock-bar.tsx";
import { PageConflict } from "./page-conflict.tsx";
import { PagePreview } from "./page-preview.tsx";
import { PageProblems } from "./page-problems.tsx";
import { useDocUpload } from "./use-doc-upload.ts";
import { usePageDraft, type DocPageRecord } from "./use-page-draft.ts";
import { usePageLock } from "./use-page-lock.ts";
import { useRendering } from "./use-rendering.ts";
import styles from "./page-editor.module.css";

export interface PageEditorProps {
  readonly page: DocPageRecord;
  readonly onShow: (mode: "history" | undefined) => void;
}

/** The Markdown of a page next to what readers will see of it. */
export function PageEditor({ page, onShow }: PageEditorProps) {
  const lock = usePageLock(page.id);
  const draft = usePageDraft(page, lock.lockId);
  const { fields, change, commit, state, savedAt, error, conflicts, resolve } = draft;
  const { rendering, error: renderError } = useRendering(page.id, fields.content);
  const upload = useDocUpload();
  const controls = useRef<CodeControls | null>(null);
  const [shown, setShown] = useState<"source" | "preview">("source");
  const isHeld = page.isLocked && lock.lockId === null;
  const save = () => void commit();
  const done = async () => {
    await commit();
    onShow(undefined);
  };
  useShortcut("mod+s", "Save", save);
  return (
    <article className={styles["page"]} aria-label={page.title}>
      <HeaderActions>
        <Button
          kind="primary"
          onPress={save}
          reason={isHeld ? `${page.lockedBy ?? "Someone"} has locked this page.` : null}
        >
          Save page
        </Button>
      </HeaderActions>
      <header className={styles["head"]}>
        <h1 className={styles["hidden"]}>Edit {page.title}</h1>
        <div className={styles["name"]}>
          <TextField
            label="Title"
            isBare
            value={fields.title}
            isReadOnly={isHeld}
            onChange={(title) => change({ title })}
          />
        </div>
        <SaveNote state={state} savedAt={savedAt} error={error} onRetry={save} />
        {upload.count > 0 && <span className={styles["note"]}>Uploading {upload.count}…</span>}
        <div className={styles["switch"]}>
          <Button onPress={() => setShown(shown === "source" ? "preview" : "source")}>
            {shown === "source" ? "Show preview" : "Show text"}
          </Button>
        </div>
        <div className={styles["actions"]}>
          <EditorTools
            lock={lock}
            isHeld={isHeld}
            onInsert={(text) => controls.current?.insert(text)}
            onFiles={upload.take}
          />
          <Button onPress={() => void done()}>Done</Button>
        </div>
      </header>
      {isHeld && <LockBar name={page.lockedBy} onBreak={lock.breakLock} />}
      <Refusal error={upload.error ?? renderError} />
      <div className={styles["columns"]} data-shown={shown}>
        <div className={styles["source"]}>
          <CodeEditor
            label="Markdown"
            language="markdown"
            text={fields.content}
            isTall
            isReadOnly={isHeld}
            onChange={(content) => change({ content })}
            onFiles={upload.take}
            controls={controls}
          />
        </div>
        <div className={styles["preview"]}>
          <PagePreview html={rendering?.html ?? ""} />
        </div>
      </div>
      <PageProblems
        warnings={rendering?.warnings ?? []}
        onShow={(line) => controls.current?.showLine(line)}
      />
      {conflicts.length > 0 && (
        <PageConflict conflicts={conflicts} onResolve={resolve} onLater={draft.postpone} />
      )}
    </article>
  );
}
