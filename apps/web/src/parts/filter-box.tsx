import { Search } from "lucide-react";
import { useRef } from "react";
import { useShortcut } from "../keys/shortcuts.ts";
import styles from "./filter-box.module.css";

export interface FilterBoxProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onEnter?: () => void;
}

/** Filters what is below it; `/` goes there, Esc clears it. */
export function FilterBox({ label, text, onChange, onEnter }: FilterBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useShortcut("/", "Filter", () => box.current?.focus());
  return (
    <div className={styles["filter"]}>
      <Search size={14} strokeWidth={1.5} aria-hidden />
      <input
        ref={box}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onChange("");
          if (event.key === "Enter") onEnter?.();
        }}
      />
    </div>
  );
}
