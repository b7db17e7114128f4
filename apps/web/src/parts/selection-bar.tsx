import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useShortcut } from "../keys/shortcuts.ts";
import { Button, IconButton } from "./button.tsx";
import styles from "./selection-bar.module.css";

export interface SelectionBarProps {
  /** What is selected, such as "Selected endpoints". */
  readonly label: string;
  readonly count: number;
  /** Everything that the filter shows; absent: it cannot be selected at once. */
  readonly all?: { readonly count: number; readonly onSelect: () => void };
  readonly onClear: () => void;
  /** The actions. */
  readonly children: ReactNode;
}

/** What can be done with the rows that are selected, at the bottom of the list. */
export function SelectionBar({ label, count, all, onClear, children }: SelectionBarProps) {
  useShortcut("Escape", "Clear selection", onClear);
  return (
    <div className={styles["bar"]} role="toolbar" aria-label={label}>
      <span className={styles["count"]} aria-live="polite">
        {count.toLocaleString("en")} selected
      </span>
      {all !== undefined && count < all.count && (
        <Button kind="quiet" onPress={all.onSelect}>
          Select all {all.count.toLocaleString("en")}
        </Button>
      )}
      {children}
      <IconButton label="Clear selection" onPress={onClear}>
        <X size={16} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </div>
  );
}
