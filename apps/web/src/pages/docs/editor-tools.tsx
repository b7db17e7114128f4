import { Braces, ImagePlus, Lock, LockOpen } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { describeError } from "../../api/refusal.ts";
import { IconButton } from "../../parts/button.tsx";
import type { FilesTaker } from "../../parts/code-files.ts";
import { showToast } from "../../parts/toast.tsx";
import { useRefreshDocs } from "./use-doc.ts";
import type { usePageLock } from "./use-page-lock.ts";
import styles from "./page-editor.module.css";

const EmbedPicker = lazy(async () => ({
  default: (await import("./embed-picker.tsx")).EmbedPicker,
}));

export interface EditorToolsProps {
  readonly lock: ReturnType<typeof usePageLock>;
  /** Whether another person has locked the page. */
  readonly isHeld: boolean;
  readonly onInsert: (text: string) => void;
  readonly onFiles: FilesTaker;
}

/** What can be put in a page, and its lock. */
export function EditorTools({ lock, isHeld, onInsert, onFiles }: EditorToolsProps) {
  const file = useRef<HTMLInputElement>(null);
  const [isPicking, setIsPicking] = useState(false);
  const refresh = useRefreshDocs();
  const isMine = lock.lockId !== null;
  const toggle = () =>
    void (isMine ? lock.release() : lock.take())
      .then(() => refresh("getDocPage"))
      .catch((error: unknown) => showToast(`Not changed: ${describeError(error)}`));
  const pick = (text: string) => {
    setIsPicking(false);
    onInsert(`\n${text}\n`);
  };
  const upload = async (files: readonly File[]) => {
    const text = await onFiles(files);
    if (text !== null) onInsert(text);
  };
  if (isHeld) return null;
  const LockIcon = isMine ? LockOpen : Lock;
  return (
    <>
      <input
        ref={file}
        type="file"
        className={styles["file"]}
        aria-label="Files to insert"
        accept="image/*,video/mp4,video/webm,application/pdf"
        multiple
        onChange={(event) => {
          void upload([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <IconButton label="Insert image" onPress={() => file.current?.click()}>
        <ImagePlus size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <IconButton label="Insert endpoint or schema" onPress={() => setIsPicking(true)}>
        <Braces size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <IconButton label={isMine ? "Unlock page" : "Lock page"} onPress={toggle}>
        <LockIcon size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
      <Suspense>
        {isPicking && <EmbedPicker onPick={pick} onClose={() => setIsPicking(false)} />}
      </Suspense>
    </>
  );
}
