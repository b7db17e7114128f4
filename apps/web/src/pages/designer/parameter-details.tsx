import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { SchemaForm } from "../../design/schema-form.tsx";
import type { Schema } from "../../design/schema-edits.ts";
import { toSchemaText } from "./json-text.ts";
import type { ParameterFields } from "./use-parameter-draft.ts";
import styles from "./rows.module.css";

export interface ParameterDetailsProps {
  readonly name: string;
  readonly fields: ParameterFields;
  /** null: its own content describes it, which is edited in the source. */
  readonly schema: Schema | null;
  readonly onChange: (changes: Partial<ParameterFields>) => void;
  readonly onCommit: () => void;
}

/** What a parameter says besides its line: its schema, an example, and whether it is deprecated. */
export function ParameterDetails(props: ParameterDetailsProps) {
  const { name, fields, schema, onChange, onCommit } = props;
  return (
    <div className={styles["details"]}>
      {schema !== null && (
        <SchemaForm
          label={`Schema of ${name}`}
          schema={schema}
          isLocked={false}
          isOfParameter
          onChange={(next) => onChange({ schema: toSchemaText(next) })}
          onCommit={onCommit}
        />
      )}
      <TextField
        label="Example"
        isMono
        value={fields.example}
        onChange={(example) => onChange({ example })}
        onBlur={onCommit}
      />
      <Checkbox
        label="Deprecated"
        isChecked={fields.isDeprecated}
        onChange={(isDeprecated) => {
          onChange({ isDeprecated });
          onCommit();
        }}
      />
    </div>
  );
}
