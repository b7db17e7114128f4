import { ArrowUp, Trash2 } from "lucide-react";
import { IconButton } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { ServerVariables } from "./server-variables.tsx";
import { textOf, withText, type Server } from "./server-edits.ts";
import styles from "./info.module.css";

export interface ServerFormProps {
  readonly server: Server;
  /** From 1. */
  readonly number: number;
  readonly isLocked: boolean;
  readonly hasName: boolean;
  /** Whether it was added just now: its address has the focus. */
  readonly isNew: boolean;
  readonly onChange: (server: Server) => void;
  readonly onCommit: () => void;
  /** Changes and saves at once. */
  readonly onSet: (server: Server) => void;
  /** null: it is the first. */
  readonly onRaise: (() => void) | null;
  readonly onDelete: () => void;
}

export function ServerForm(props: ServerFormProps) {
  const { server, number, isLocked, hasName, isNew, onChange, onCommit, onSet, onRaise, onDelete } =
    props;
  const text = (name: string) => ({
    value: textOf(server[name]),
    onChange: (value: string) => onChange(withText(server, name, value)),
    onBlur: onCommit,
    isReadOnly: isLocked,
  });
  return (
    <div role="group" aria-label={`Server ${number}`} className={styles["form"]}>
      <div className={styles["line"]}>
        <TextField label="Address" isMono autoFocus={isNew} {...text("url")} />
        {!isLocked && (
          <span className={styles["actions"]}>
            {onRaise !== null && (
              <IconButton label={`Move server ${number} up`} onPress={onRaise}>
                <ArrowUp size={16} strokeWidth={1.5} aria-hidden />
              </IconButton>
            )}
            <IconButton label={`Delete server ${number}`} onPress={onDelete}>
              <Trash2 size={16} strokeWidth={1.5} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      <div className={styles["pairs"]}>
        {hasName && <TextField label="Name" isOptional {...text("name")} />}
        <TextField label="Description" isOptional {...text("description")} />
      </div>
      <ServerVariables server={server} isLocked={isLocked} onSet={onSet} />
    </div>
  );
}
