import { useState } from "react";
import { Button } from "../parts/button.tsx";
import { Dialog, DialogButtons } from "../parts/dialog.tsx";
import type { FieldConflict } from "./merge-fields.ts";
import { VersionText } from "./version-text.tsx";
import styles from "./conflict-dialog.module.css";

export interface ConflictDialogProps<Fields> {
  readonly conflicts: readonly FieldConflict<Fields>[];
  /** The names of the fields for people. */
  readonly labels: Readonly<Record<keyof Fields & string, string>>;
  /** Called with the fields that are to be saved as they were entered here. */
  readonly onResolve: (kept: Partial<Fields>) => void;
  readonly onLater: () => void;
}

/** Base, mine and theirs of each field that two people changed: the person takes one of them. */
export function ConflictDialog<Fields extends object>(props: ConflictDialogProps<Fields>) {
  const { conflicts, labels, onResolve, onLater } = props;
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (field: string, isTheirs: boolean) => {
    const next = new Set(theirs);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTheirs(next);
  };
  const save = () => {
    const kept = conflicts.filter(({ field }) => !theirs.has(field));
    onResolve(Object.fromEntries(kept.map(({ field, mine }) => [field, mine])) as Partial<Fields>);
  };
  return (
    <Dialog title="Two people changed this" isOpen onClose={onLater} width="wide">
      <p>Another change was saved first. Choose what to keep; nothing is lost until you do.</p>
      {conflicts.map((conflict) => (
        <fieldset key={conflict.field} className={styles["field"]}>
          <legend>{labels[conflict.field]}</legend>
          <div className={styles["versions"]}>
            <VersionText name="Before" text={conflict.base} />
            <VersionText
              name="Yours"
              text={conflict.mine}
              choice={{
                group: conflict.field,
                isChosen: !theirs.has(conflict.field),
                onChoose: () => choose(conflict.field, false),
              }}
            />
            <VersionText
              name="Theirs"
              text={conflict.theirs}
              choice={{
                group: conflict.field,
                isChosen: theirs.has(conflict.field),
                onChoose: () => choose(conflict.field, true),
              }}
            />
          </div>
        </fieldset>
      ))}
      <DialogButtons>
        <Button onPress={onLater}>Decide later</Button>
        <Button kind="primary" onPress={save}>
          Save choice
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
