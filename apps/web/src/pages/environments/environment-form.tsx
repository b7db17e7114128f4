import { useCan } from "../../api/scope.ts";
import { Checkbox } from "../../parts/checkbox.tsx";
import { TextField } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import {
  readRows,
  writeRows,
  type Environment,
  type EnvironmentFields,
} from "./environment-fields.ts";
import { VariableTable } from "./variable-table.tsx";
import { environmentTypes } from "./environment-types.ts";
import styles from "./environments.module.css";

export interface EnvironmentFormProps {
  readonly environment: Environment;
  readonly fields: EnvironmentFields;
  readonly change: (fields: Partial<EnvironmentFields>) => void;
  readonly commit: () => void;
  readonly isReadOnly: boolean;
}

/** Base URL, variables, and where secrets may be sent. */
export function EnvironmentForm(props: EnvironmentFormProps) {
  const { environment, fields, change, commit, isReadOnly } = props;
  const canManage = useCan("projects:manage");
  const set = (changes: Partial<EnvironmentFields>) => {
    change(changes);
    commit();
  };
  const rows = readRows(fields.variables);
  const hasSecrets = environment.variables.some(({ isSecret }) => isSecret);
  // A person who chooses where secrets are sent can read them.
  const isPlaceFixed = isReadOnly || (hasSecrets && !canManage);
  const managers = isReadOnly || canManage ? undefined : "An admin of the project can change this.";
  return (
    // The blur of every field comes here.
    <div className={styles["fields"]} onBlur={commit}>
      <div className={styles["pair"]}>
        <TextField
          label="Name"
          value={fields.name}
          isReadOnly={isReadOnly}
          onChange={(name) => change({ name })}
        />
        <Select
          label="Type"
          value={fields.type}
          choices={environmentTypes}
          isDisabled={isReadOnly}
          onChange={(type) => set({ type })}
        />
      </div>
      <TextField
        label="Base URL"
        help={
          isPlaceFixed && managers !== undefined ? managers : "Requests with a path only go there."
        }
        isMono
        value={fields.baseUrl}
        isReadOnly={isPlaceFixed}
        onChange={(baseUrl) => change({ baseUrl })}
      />
      <Checkbox
        label="Only read: cases that would write are blocked"
        isChecked={fields.isReadOnly}
        isDisabled={isReadOnly}
        onChange={(next) => set({ isReadOnly: next })}
      />
      <VariableTable
        environment={environment}
        rows={rows}
        isReadOnly={isReadOnly}
        onChange={(next) =>
          (next.length === rows.length ? change : set)({ variables: writeRows(next) })
        }
      />
      <TextField
        label="Origins that get secrets"
        isOptional
        rows={3}
        isMono
        help={managers ?? "One per line, in addition to that of the base URL."}
        value={fields.secretOrigins}
        isReadOnly={isReadOnly || !canManage}
        onChange={(secretOrigins) => change({ secretOrigins })}
      />
      <TextField
        label="OAuth token URL"
        isOptional
        isMono
        help={managers ?? "Where credentials of OAuth 2.0 clients get their token."}
        value={fields.oauthTokenUrl}
        isReadOnly={isReadOnly || !canManage}
        onChange={(oauthTokenUrl) => change({ oauthTokenUrl })}
      />
    </div>
  );
}
