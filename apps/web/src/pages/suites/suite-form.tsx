import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { AuthFields } from "../../request/auth-fields.tsx";
import { TemplateField } from "../../request/template-field.tsx";
import { readAuth, readRows, writeRows, type SuiteFields } from "./suite-fields.ts";
import { VariableRows } from "./variable-rows.tsx";
import styles from "./suites.module.css";

export interface SuiteFormProps {
  readonly fields: SuiteFields;
  readonly change: (fields: Partial<SuiteFields>) => void;
  readonly commit: () => void;
  readonly isReadOnly: boolean;
}

const formats = [
  { value: "none", name: "None: each case runs once" },
  { value: "csv", name: "CSV" },
  { value: "json", name: "JSON" },
] as const;

/** Switches and lists are saved at once, texts when they are left. */
export function SuiteForm({ fields, change, commit, isReadOnly }: SuiteFormProps) {
  const set = (changes: Partial<SuiteFields>) => {
    change(changes);
    commit();
  };
  const text = (field: "name" | "description" | "folder" | "tags" | "headers" | "dataText") => ({
    value: fields[field],
    onChange: (value: string) => change({ [field]: value }),
    isReadOnly,
  });
  const rows = readRows(fields.variables);
  return (
    // The blur of every field comes here.
    <div className={styles["fields"]} onBlur={commit}>
      <TextField label="Name" {...text("name")} />
      <div className={styles["pair"]}>
        <TextField label="Folder" isOptional help="Names joined by /." {...text("folder")} />
        <TextField label="Tags, separated by commas" {...text("tags")} />
      </div>
      <TextField label="Description" isOptional rows={2} {...text("description")} />
      <VariableRows
        rows={rows}
        isReadOnly={isReadOnly}
        onChange={(next) =>
          (next.length === rows.length ? change : set)({ variables: writeRows(next) })
        }
      />
      <section className={styles["group"]} aria-label="Every request">
        <div className={styles["groupHead"]}>
          <h2>Every request</h2>
        </div>
        <div className={styles["pair"]}>
          <TemplateField
            label="Headers"
            help="One per line. A case can have its own."
            rows={3}
            isMono
            {...text("headers")}
          />
          <div className={styles["fields"]}>
            <AuthFields
              auth={readAuth(fields.auth)}
              isReadOnly={isReadOnly}
              onChange={(auth) => change({ auth: auth === null ? "" : JSON.stringify(auth) })}
            />
          </div>
        </div>
      </section>
      <section className={styles["group"]} aria-label="Data rows">
        <div className={styles["groupHead"]}>
          <h2>Data rows</h2>
        </div>
        <div className={styles["fields"]}>
          <Select
            label="Format"
            value={fields.dataFormat}
            choices={formats}
            isDisabled={isReadOnly}
            onChange={(dataFormat) =>
              set({
                dataFormat,
                ...(dataFormat === "json" && fields.dataText === "" ? { dataText: "[]" } : {}),
              })
            }
          />
          {fields.dataFormat !== "none" && (
            <TextField
              label="Rows"
              rows={8}
              isMono
              help={
                fields.dataFormat === "csv"
                  ? "The first line has the names. The suite runs once for each other line."
                  : "A list of objects. The suite runs once for each."
              }
              {...text("dataText")}
            />
          )}
        </div>
      </section>
    </div>
  );
}
