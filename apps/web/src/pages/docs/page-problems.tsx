import { TriangleAlert } from "lucide-react";
import { Button } from "../../parts/button.tsx";
import type { Rendering } from "./use-rendering.ts";
import styles from "./page-editor.module.css";

export interface PageProblemsProps {
  readonly warnings: Rendering["warnings"];
  /** Goes to a line of the text; absent: the text is not shown. */
  readonly onShow?: (line: number) => void;
}

/** Links, images and embeds without a target, and what readers do not get to see. Nothing where there are none. */
export function PageProblems({ warnings, onShow }: PageProblemsProps) {
  if (warnings.length === 0) return null;
  return (
    <ul className={styles["problems"]} aria-label="Problems of the page" tabIndex={0}>
      {warnings.map(({ code, line, message }, at) => (
        <li key={`${code}-${line}-${at}`}>
          <TriangleAlert size={12} strokeWidth={2} aria-hidden />
          {onShow === undefined ? (
            `Line ${line}: `
          ) : (
            <Button kind="quiet" onPress={() => onShow(line)}>
              Line {line}
            </Button>
          )}
          {message}
        </li>
      ))}
    </ul>
  );
}
