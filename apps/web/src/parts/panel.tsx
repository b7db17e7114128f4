import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useShortcut } from "../keys/shortcuts.ts";
import { IconButton } from "./button.tsx";
import styles from "./panel.module.css";

export interface PanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows or edits one thing at the right; the page stays usable. On a telephone it covers the page. */
export function Panel({ title, onClose, children }: PanelProps) {
  useShortcut("Escape", "Close the panel", onClose);
  return (
    <aside className={styles["panel"]} aria-label={title} data-panel>
      <div className={styles["head"]}>
        <h2>{title}</h2>
        <IconButton label="Close" onPress={onClose}>
          <X size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
      <div className={styles["body"]}>{children}</div>
    </aside>
  );
}
