import { Link } from "@tanstack/react-router";
import { Checkbox } from "../parts/checkbox.tsx";
import { Select } from "../parts/select.tsx";
import { useTree, useVersion, useVersionPlace } from "./use-version.ts";
import {
  formOf,
  isNullable,
  referenceTo,
  referredSchema,
  withForm,
  withMember,
  withNullable,
  type SchemaForm,
} from "./schema-edits.ts";
import type { SchemaPartProps } from "./schema-form.types.ts";
import styles from "./schema.module.css";

const forms: readonly { readonly value: SchemaForm; readonly name: string }[] = [
  { value: "object", name: "object" },
  { value: "array", name: "array" },
  { value: "string", name: "string" },
  { value: "integer", name: "integer" },
  { value: "number", name: "number" },
  { value: "boolean", name: "boolean" },
  { value: "reference", name: "reference" },
  { value: "composed", name: "composed" },
  { value: "any", name: "any" },
];

/** The type of a schema, or the schema that it refers to. */
export function SchemaType({ label, schema, isLocked, set }: SchemaPartProps) {
  const { data: tree } = useTree();
  const { data: version } = useVersion();
  const form = formOf(schema);
  const first = tree?.components.find(({ kind }) => kind === "schemas");
  return (
    <div className={styles["type"]}>
      <Select
        label={`Type of ${label}`}
        isBare
        value={form}
        choices={forms}
        isDisabled={isLocked}
        onChange={(next) => set(withForm(schema, next, referenceTo(first?.name ?? "")))}
      />
      {form === "reference" && (
        <ReferencePicker label={label} schema={schema} isLocked={isLocked} set={set} />
      )}
      {form !== "reference" && form !== "any" && form !== "composed" && (
        <Checkbox
          label="Can be null"
          isChecked={isNullable(schema)}
          isDisabled={isLocked}
          onChange={(isOn) => set(withNullable(schema, isOn, version?.openapiVersion ?? "3.1"))}
        />
      )}
    </div>
  );
}

type PickerProps = Pick<SchemaPartProps, "label" | "schema" | "isLocked" | "set">;

/** The schemas of the version by name; a reference to another place is kept as one more choice. */
function ReferencePicker({ label, schema, isLocked, set }: PickerProps) {
  const { params } = useVersionPlace();
  const { data: tree } = useTree();
  const target = String(schema["$ref"]);
  const schemas = (tree?.components ?? []).filter(({ kind }) => kind === "schemas");
  const choices = schemas.map(({ name }) => ({ value: referenceTo(name), name }));
  const isKnown = choices.some(({ value }) => value === target);
  const found = schemas.find(({ name }) => name === referredSchema(schema));
  return (
    <>
      <Select
        label={`Schema that ${label} refers to`}
        isBare
        value={target}
        choices={isKnown ? choices : [{ value: target, name: target }, ...choices]}
        isDisabled={isLocked}
        onChange={(next) => set(withMember(schema, "$ref", next))}
      />
      {found !== undefined && (
        <Link
          to="/$org/$project/specs/$spec/$version/components/$component"
          params={{ ...params, component: found.id }}
        >
          Open {found.name}
        </Link>
      )}
    </>
  );
}
