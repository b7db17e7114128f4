import { asSchema, compositionOf, formOf, withMember, type Schema } from "./schema-edits.ts";
import { PropertyList } from "./property-list.tsx";
import { SchemaConstraints } from "./schema-constraints.tsx";
import { SchemaMembers } from "./schema-members.tsx";
import { SchemaType } from "./schema-type.tsx";
import type { SchemaFormProps } from "./schema-form.types.ts";
import styles from "./schema.module.css";

/** A schema by fields; what has no field here stays as the JSON has it. */
export function SchemaForm(props: SchemaFormProps) {
  const { label, schema, isLocked, onChange, onCommit } = props;
  const form = formOf(schema);
  const set = (next: Schema) => {
    onChange(next);
    onCommit();
  };
  const composition = compositionOf(schema);
  return (
    <div role="group" aria-label={label} className={styles["schema"]}>
      <SchemaType {...props} set={set} />
      <SchemaConstraints {...props} set={set} />
      {form === "object" && <PropertyList {...props} set={set} Nested={SchemaForm} />}
      {form === "array" && (
        <section className={styles["nested"]} aria-label={`Items of ${label}`}>
          <h3 className={styles["caption"]}>Items</h3>
          <SchemaForm
            label={`${label}, items`}
            schema={asSchema(schema["items"])}
            isLocked={isLocked}
            onChange={(items) => onChange(withMember(schema, "items", items))}
            onCommit={onCommit}
          />
        </section>
      )}
      {composition !== null && (
        <SchemaMembers {...props} composition={composition} set={set} Nested={SchemaForm} />
      )}
    </div>
  );
}
