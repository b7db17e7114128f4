import { KeyRound, Plus, X } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import type { Environment, VariableRow } from "./environment-fields.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import styles from "./environments.module.css";

export interface VariableTableProps {
  readonly environment: Environment;
  readonly rows: readonly VariableRow[];
  readonly onChange: (rows: readonly VariableRow[]) => void;
  readonly isReadOnly: boolean;
}

/** Variables with their values, and secrets, whose values are only written. */
export function VariableTable({ environment, rows, onChange, isReadOnly }: VariableTableProps) {
  /** "" : a new one; null: no dialog. */
  const [secret, setSecret] = useState<string | null>(null);
  const replace = (at: number, row: VariableRow) => onChange(rows.toSpliced(at, 1, row));
  const add = () =>
    onChange([...rows, { name: `name${rows.length + 1}`, value: "", isSecret: false }]);
  return (
    <section aria-label="Variables">
      <div className={styles["head"]}>
        <h2>Variables</h2>
        {!isReadOnly && (
          <span>
            <Button kind="quiet" onPress={add}>
              <Plus size={16} strokeWidth={1.5} aria-hidden /> Add variable
            </Button>
            <Button kind="quiet" onPress={() => setSecret("")}>
              <KeyRound size={16} strokeWidth={1.5} aria-hidden /> Add secret
            </Button>
          </span>
        )}
      </div>
      {rows.length === 0 && (
        <p className={styles["note"]}>None yet. A request uses one as {"{{name}}"}.</p>
      )}
      {rows.map((row, at) => (
        // Rows have no id; a variable keeps its place while it is edited.
        <div key={at} className={styles["row"]}>
          <TextField
            label={`Name of variable ${at + 1}`}
            isBare
            isMono
            isReadOnly={isReadOnly || row.isSecret}
            value={row.name}
            onChange={(name) => replace(at, { ...row, name })}
          />
          {row.isSecret ? (
            <span className={styles["secret"]}>
              Secret, stored
              {!isReadOnly && (
                <Button kind="quiet" onPress={() => setSecret(row.name)}>
                  Replace {row.name}
                </Button>
              )}
            </span>
          ) : (
            <TextField
              label={`Value of variable ${at + 1}`}
              isBare
              isMono
              isReadOnly={isReadOnly}
              value={row.value}
              onChange={(value) => replace(at, { ...row, value })}
            />
          )}
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
      {secret !== null && (
        <SecretDialog environment={environment} name={secret} onClose={() => setSecret(null)} />
      )}
    </section>
  );
}
