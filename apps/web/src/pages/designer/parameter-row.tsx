import { ChevronDown, ChevronRight, Trash2 } from "lucide-react";
import { useState } from "react";
import type { EndpointDetail } from "@lintel/contract/shapes/endpoint";
import type { Parameter } from "@lintel/contract/shapes/parameter";
import { ConflictDialog } from "../../drafts/conflict-dialog.tsx";
import { SaveNote } from "../../drafts/save-note.tsx";
import { IconButton } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { Select } from "../../parts/select.tsx";
import { asSchema, formOf, withForm, type Schema } from "../../design/schema-edits.ts";
import { toSchemaText } from "./json-text.ts";
import { describeType, locations, types } from "./parameter-choices.ts";
import { ParameterDetails } from "./parameter-details.tsx";
import { useParameterDraft, parameterLabels, type ParameterFields } from "./use-parameter-draft.ts";
import styles from "./rows.module.css";

export interface ParameterRowProps {
  readonly endpoint: EndpointDetail;
  readonly parameter: Parameter;
  readonly isLocked: boolean;
}

/** A parameter in one line. One that refers to a component, or belongs to the whole path, is changed there. */
export function ParameterRow({ endpoint, parameter, isLocked }: ParameterRowProps) {
  const isElsewhere = parameter.ref !== null || parameter.pathItemId !== null;
  return isLocked || isElsewhere ? (
    <ReadRow parameter={parameter} />
  ) : (
    <EditRow endpoint={endpoint} parameter={parameter} />
  );
}

function ReadRow({ parameter }: { parameter: Parameter }) {
  const { ref, name, location, schema, schemaType, required, description } = parameter;
  return (
    <li className={`${styles["row"]} ${styles["parameter"]}`}>
      <span className={`${styles["mono"]} ${styles["text"]}`}>
        {name ?? ref?.split("/").at(-1)}
      </span>
      <span>{location}</span>
      <span>{schemaType ?? describeType(schema)}</span>
      <span>{required ? "Required" : ""}</span>
      {ref === null ? (
        <span className={`${styles["text"]} ${styles["wide"]}`}>{description}</span>
      ) : (
        <span className={`${styles["text"]} ${styles["defined"]} ${styles["wide"]}`}>
          Defined by {ref}
        </span>
      )}
      <span />
      <span />
    </li>
  );
}

function EditRow({ endpoint, parameter }: Omit<ParameterRowProps, "isLocked">) {
  const draft = useParameterDraft(endpoint, parameter);
  const { fields, change, commit, state, savedAt, error, conflicts, resolve } = draft;
  const [isOpen, setIsOpen] = useState(false);
  const name = parameter.name ?? "";
  const schema = readSchema(fields.schema);
  const form = schema === null ? "any" : formOf(schema);
  const isPlain = types.some(({ value }) => value === form);
  const set = (changes: Partial<ParameterFields>) => {
    change(changes);
    void commit();
  };
  const text = (field: "name" | "description") => ({
    value: fields[field],
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
    onBlur: () => void commit(),
  });
  return (
    <li className={`${styles["row"]} ${styles["parameter"]}`} aria-label={`Parameter ${name}`}>
      <input
        className={`${styles["bare"]} ${styles["mono"]}`}
        aria-label="Name"
        {...text("name")}
      />
      <Select
        label="In"
        isBare
        value={fields.location}
        choices={locations}
        onChange={(location) => set({ location })}
      />
      <Select
        label="Type"
        isBare
        value={isPlain ? form : ""}
        choices={isPlain ? types : [{ value: "", name: describeType(schema) }, ...types]}
        isDisabled={schema === null}
        onChange={(type) =>
          type !== "" && set({ schema: toSchemaText(withForm(schema ?? {}, type, "")) })
        }
      />
      <Checkbox
        label="Required"
        isBare
        isChecked={fields.required}
        isDisabled={fields.location === "path"}
        onChange={(required) => set({ required })}
      />
      <input
        className={`${styles["bare"]} ${styles["wide"]}`}
        aria-label="Description"
        {...text("description")}
      />
      <IconButton
        label={`${isOpen ? "Hide" : "Show"} details of ${name}`}
        aria-expanded={isOpen}
        onPress={() => setIsOpen(!isOpen)}
      >
        {isOpen ? (
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
        ) : (
          <ChevronRight size={16} strokeWidth={1.5} aria-hidden />
        )}
      </IconButton>
      {draft.remove === null ? (
        <span />
      ) : (
        <IconButton label={`Delete parameter ${name}`} onPress={draft.remove}>
          <Trash2 size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
      {(state === "failed" || state === "saving") && (
        <div className={styles["note"]}>
          <SaveNote state={state} savedAt={savedAt} error={error} onRetry={() => void commit()} />
        </div>
      )}
      {isOpen && (
        <ParameterDetails
          name={name}
          fields={fields}
          schema={schema}
          onChange={change}
          onCommit={() => void commit()}
        />
      )}
      {conflicts.length > 0 && (
        <ConflictDialog
          conflicts={conflicts}
          labels={parameterLabels}
          onResolve={resolve}
          onLater={draft.postpone}
        />
      )}
    </li>
  );
}

/** null: the parameter has no schema. A schema that is `true` or `false` has no members. */
function readSchema(text: string): Schema | null {
  return text === "" ? null : asSchema(JSON.parse(text));
}
