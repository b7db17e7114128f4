import { Check, Columns3 } from "lucide-react";
import { Button } from "../../parts/button.tsx";
import { Menu } from "../../parts/menu.tsx";
import type { MenuChoice } from "../../parts/menu.types.ts";
import styles from "./list-views.module.css";

export interface ColumnMenuProps {
  readonly columns: readonly { readonly name: string }[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (name: string) => void;
}

/** Hides and shows columns of the list. */
export function ColumnMenu({ columns, hidden, onToggle }: ColumnMenuProps) {
  const choices = columns.map(({ name }): MenuChoice => {
    const isHidden = hidden.has(name.toLowerCase());
    return {
      id: name,
      label: `${isHidden ? "Show" : "Hide"} ${name}`,
      icon: (
        <Check
          size={14}
          strokeWidth={1.5}
          aria-hidden
          style={{ visibility: isHidden ? "hidden" : "visible" }}
        />
      ),
      run: () => onToggle(name),
    };
  });
  const count = columns.filter(({ name }) => hidden.has(name.toLowerCase())).length;
  return (
    <Menu
      label="Columns"
      trigger={
        <Button kind="quiet" aria-label={count === 0 ? "Columns" : `Columns: ${count} hidden`}>
          <Columns3 size={14} strokeWidth={1.5} aria-hidden />
          <span className={styles["name"]}>{count === 0 ? "Columns" : `${count} hidden`}</span>
        </Button>
      }
      choices={choices}
    />
  );
}
