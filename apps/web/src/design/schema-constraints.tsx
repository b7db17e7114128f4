import { Checkbox } from "../parts/checkbox.tsx";
import { TextField } from "../parts/field.tsx";
import { formOf, withMember, type SchemaForm } from "./schema-edits.ts";
import type { SchemaPartProps } from "./schema-form.types.ts";
import styles from "./schema.module.css";

interface Constraint {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "number" | "list" | "value";
}

const byDefault: Constraint = { name: "default", label: "Default", kind: "value" };

const numbers: readonly Constraint[] = [
  { name: "format", label: "Format", kind: "text" },
  { name: "minimum", label: "Minimum", kind: "number" },
  { name: "maximum", label: "Maximum", kind: "number" },
  { name: "multipleOf", label: "Multiple of", kind: "number" },
  { name: "enum", label: "Values", kind: "list" },
  byDefault,
];

const constraints: Partial<Record<SchemaForm, readonly Constraint[]>> = {
  string: [
    { name: "format", label: "Format", kind: "text" },
    { name: "pattern", label: "Pattern", kind: "text" },
    { name: "minLength", label: "Shortest", kind: "number" },
    { name: "maxLength", label: "Longest", kind: "number" },
    { name: "enum", label: "Values", kind: "list" },
    byDefault,
  ],
  boolean: [byDefault],
  integer: numbers,
  number: numbers,
  array: [
    { name: "minItems", label: "Fewest items", kind: "number" },
    { name: "maxItems", label: "Most items", kind: "number" },
  ],
};

const flags = [
  { name: "deprecated", label: "Deprecated" },
  { name: "readOnly", label: "Only in responses" },
  { name: "writeOnly", label: "Only in requests" },
] as const;

/** What the values of a schema must be, by its type, and notes for readers. */
export function SchemaConstraints(props: SchemaPartProps) {
  const { schema, isLocked, onChange, onCommit, set, isOfParameter = false } = props;
  const form = formOf(schema);
  // What the parameter says itself is not asked for again; what a document says twice stays visible.
  const isShown = (name: string) => !isOfParameter || schema[name] !== undefined;
  return (
    <>
      {isShown("description") && (
        <TextField
          label={isOfParameter ? "Description of the schema" : "Description"}
          value={textOf(schema["description"])}
          isReadOnly={isLocked}
          onChange={(text) => onChange(withMember(schema, "description", text || undefined))}
          onBlur={onCommit}
        />
      )}
      <div className={styles["constraints"]}>
        {(constraints[form] ?? []).map((constraint) => (
          <TextField
            key={constraint.name}
            label={constraint.label}
            isMono
            value={toText(schema[constraint.name])}
            isReadOnly={isLocked}
            onChange={(text) =>
              onChange(withMember(schema, constraint.name, read(constraint, text, form)))
            }
            onBlur={onCommit}
          />
        ))}
      </div>
      <div className={styles["flags"]}>
        {flags
          .filter(({ name }) => isShown(name))
          .map(({ name, label: text }) => (
            <Checkbox
              key={name}
              label={isOfParameter ? `Schema: ${text.toLowerCase()}` : text}
              isChecked={schema[name] === true}
              isDisabled={isLocked}
              onChange={(isOn) => set(withMember(schema, name, isOn ? true : undefined))}
            />
          ))}
      </div>
    </>
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => toText(each)).join(", ");
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The value of a field; a text that is no number stays as it is, so that it can be corrected. */
function read({ kind }: Constraint, text: string, form: SchemaForm): unknown {
  if (text.trim() === "") return undefined;
  if (kind === "text") return text;
  if (kind === "number") return toNumber(text);
  const isNumber = form === "integer" || form === "number";
  if (kind === "value") {
    if (isNumber) return toNumber(text);
    return form === "boolean" && (text === "true" || text === "false") ? text === "true" : text;
  }
  return text.split(",").map((each) => (isNumber ? toNumber(each) : each.trimStart()));
}

const toNumber = (text: string): number | string =>
  /^\s*-?\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : text;
