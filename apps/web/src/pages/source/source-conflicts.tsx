import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { VersionText } from "../../drafts/version-text.tsx";
import conflictStyles from "../../drafts/conflict-dialog.module.css";
import type { SourceConflict } from "./use-source.ts";
import styles from "./source.module.css";

export interface SourceConflictsProps {
  readonly conflicts: readonly SourceConflict[];
  readonly onResolve: (prefer: "mine" | "theirs") => void;
  readonly onLater: () => void;
}

/** The places that two people changed, each with the value before and both after. */
export function SourceConflicts({ conflicts, onResolve, onLater }: SourceConflictsProps) {
  const count = conflicts.length === 1 ? "this place" : `these ${conflicts.length} places`;
  return (
    <Dialog title="Two people changed this document" isOpen onClose={onLater} width="wide">
      <p>
        Another change of {count} was saved first. Nothing was saved yet. All your other changes are
        kept with either choice.
      </p>
      {conflicts.map(({ pointer, name, base, mine, theirs }) => (
        <fieldset key={pointer} className={conflictStyles["field"]}>
          <legend>{name}</legend>
          <p className={styles["pointer"]}>
            <code>{pointer}</code>
          </p>
          <div className={conflictStyles["versions"]}>
            <VersionText name="Before" text={base} />
            <VersionText name="Yours" text={mine} />
            <VersionText name="Theirs" text={theirs} />
          </div>
        </fieldset>
      ))}
      <DialogButtons>
        <Button onPress={onLater}>Decide later</Button>
        <Button onPress={() => onResolve("theirs")}>Keep theirs</Button>
        <Button kind="primary" onPress={() => onResolve("mine")}>
          Save mine
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
