import { lazy, Suspense } from "react";
import type { CodeFieldProps } from "./code-field.tsx";
import { LoadingRows } from "./view-state.tsx";

const CodeField = lazy(async () => ({ default: (await import("./code-field.tsx")).CodeField }));

/** An editor for code, loaded when the first one is shown. */
export function CodeEditor(props: CodeFieldProps) {
  return (
    <Suspense fallback={<LoadingRows rows={4} />}>
      <CodeField {...props} />
    </Suspense>
  );
}
