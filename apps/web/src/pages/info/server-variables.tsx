import { Trash2 } from "lucide-react";
import { IconButton } from "../../parts/button.tsx";
import { CommittedField } from "../../parts/committed-field.tsx";
import {
  joinValues,
  listVariables,
  textOf,
  withValues,
  withVariable,
  type Server,
  type ServerVariable,
} from "./server-edits.ts";
import styles from "./info.module.css";

export interface ServerVariablesProps {
  readonly server: Server;
  readonly isLocked: boolean;
  /** Changes and saves at once. */
  readonly onSet: (server: Server) => void;
}

/** The values of the names in braces of the address. */
export function ServerVariables({ server, isLocked, onSet }: ServerVariablesProps) {
  const variables = listVariables(server);
  if (variables.length === 0) return null;
  return (
    <ul aria-label="Variables">
      {variables.map((variable) => (
        <li key={variable.name}>
          <VariableRow
            variable={variable}
            isLocked={isLocked}
            onSet={(members) => onSet(withVariable(server, variable.name, members))}
          />
        </li>
      ))}
    </ul>
  );
}

interface VariableRowProps {
  readonly variable: ServerVariable;
  readonly isLocked: boolean;
  readonly onSet: (members: ServerVariable["members"] | null) => void;
}

function VariableRow({ variable, isLocked, onSet }: VariableRowProps) {
  const { name, isUsed, members } = variable;
  const set = (member: string) => (text: string) => onSet({ ...members, [member]: text });
  return (
    <div role="group" aria-label={`Variable ${name}`} className={styles["variable"]}>
      <span className={styles["name"]}>
        <code>{`{${name}}`}</code>
        {!isUsed && <span className={styles["unused"]}>not in the address</span>}
      </span>
      <CommittedField
        label="Default"
        isMono
        text={textOf(members["default"])}
        onCommit={set("default")}
        isReadOnly={isLocked}
      />
      <CommittedField
        label="Values, separated by commas"
        isOptional
        isMono
        text={joinValues(members)}
        onCommit={(text) => onSet(withValues(members, text))}
        isReadOnly={isLocked}
      />
      <CommittedField
        label="Description"
        isOptional
        text={textOf(members["description"])}
        onCommit={set("description")}
        isReadOnly={isLocked}
      />
      {!isUsed && !isLocked && (
        <IconButton label={`Delete variable ${name}`} onPress={() => onSet(null)}>
          <Trash2 size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
