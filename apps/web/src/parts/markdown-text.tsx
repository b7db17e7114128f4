import { lazy, Suspense } from "react";
import styles from "./markdown-text.module.css";

const MarkdownElements = lazy(async () => ({
  default: (await import("./markdown-elements.tsx")).MarkdownElements,
}));

/** A text in Markdown that a person wrote; as it was written until its elements are known. */
export function MarkdownText({ text }: { readonly text: string }) {
  return (
    <div className={styles["text"]}>
      <Suspense fallback={text}>
        <MarkdownElements text={text} />
      </Suspense>
    </div>
  );
}
