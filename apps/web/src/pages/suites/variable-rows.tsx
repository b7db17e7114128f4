import { Plus, X } from "lucide-react";
import { Button, IconButton } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import type { VariableRow } from "./suite-fields.ts";
import styles from "./suites.module.css";

export interface VariableRowsProps {
  readonly rows: readonly VariableRow[];
  readonly onChange: (rows: readonly VariableRow[]) => void;
  readonly isReadOnly: boolean;
}

/** The variables of a suite. An environment has the secrets. */
export function VariableRows({ rows, onChange, isReadOnly }: VariableRowsProps) {
  const replace = (at: number, row: VariableRow) => onChange(rows.toSpliced(at, 1, row));
  return (
    <section className={styles["group"]} aria-label="Variables">
      <div className={styles["groupHead"]}>
        <h2>Variables</h2>
        {!isReadOnly && (
          <Button
            kind="quiet"
            onPress={() => onChange([...rows, { name: `name${rows.length + 1}`, value: "" }])}
          >
            <Plus size={16} strokeWidth={1.5} aria-hidden /> Add variable
          </Button>
        )}
      </div>
      {rows.map((row, at) => (
        // Rows have no id; a variable keeps its place while it is edited.
        <div key={at} className={`${styles["row"]} ${styles["variable"]}`}>
          <TextField
            label={`Name of variable ${at + 1}`}
            isBare
            isMono
            isReadOnly={isReadOnly}
            value={row.name}
            onChange={(name) => replace(at, { ...row, name })}
          />
          <TextField
            label={`Value of variable ${at + 1}`}
            isBare
            isMono
            isReadOnly={isReadOnly}
            value={row.value}
            onChange={(value) => replace(at, { ...row, value })}
          />
          <span />
          {!isReadOnly && (
            <IconButton
              label={`Remove variable ${row.name}`}
              onPress={() => onChange(rows.toSpliced(at, 1))}
            >
              <X size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
    </section>
  );
}
