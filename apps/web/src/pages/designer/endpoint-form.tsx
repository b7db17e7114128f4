import { endpointMethods } from "@lintel/contract/words/design";
import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import type { EndpointFields } from "./endpoint-fields.ts";
import styles from "./endpoint-editor.module.css";

export interface FormProps {
  readonly fields: EndpointFields;
  readonly change: (changes: Partial<EndpointFields>) => void;
  readonly commit: () => void;
  readonly isLocked: boolean;
}

const methods = endpointMethods.map((value) => ({ value, name: value.toUpperCase() }));

/** Switches and lists are saved at once, texts when they are left. */
export function EndpointForm({ fields, change, commit, isLocked }: FormProps) {
  const text = (field: "path" | "summary" | "description" | "operationId" | "tags") => ({
    value: fields[field],
    onChange: (value: string) => change({ [field]: value }),
    onBlur: commit,
    isReadOnly: isLocked,
  });
  const set = (changes: Partial<EndpointFields>) => {
    change(changes);
    commit();
  };
  return (
    <div className={styles["form"]}>
      <div className={styles["target"]}>
        <Select
          label="Method"
          isBare
          value={fields.method}
          choices={methods}
          isDisabled={isLocked}
          onChange={(method) => set({ method })}
        />
        <TextField label="Path" isBare isMono {...text("path")} />
      </div>
      <TextField label="Summary" {...text("summary")} />
      <TextField label="Description" help="Markdown" rows={2} {...text("description")} />
      <div className={styles["names"]}>
        <TextField label="Operation id" isMono {...text("operationId")} />
        <TextField label="Tags, separated by commas" {...text("tags")} />
        <Checkbox
          label="Deprecated"
          isChecked={fields.isDeprecated}
          isDisabled={isLocked}
          onChange={(isDeprecated) => set({ isDeprecated })}
        />
      </div>
    </div>
  );
}
