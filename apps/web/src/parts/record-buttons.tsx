import { Button } from "./button.tsx";
import { DialogButtons } from "./dialog.tsx";

export interface RecordButtonsProps {
  /** What the form is about, such as `tag`. */
  readonly noun: string;
  readonly isNew: boolean;
  /** Why it cannot be saved now; null: it can. */
  readonly reason: string | null;
  readonly isSaving: boolean;
  /** null: it cannot be deleted here. */
  readonly onDelete: (() => void) | null;
  readonly isDeleting: boolean;
}

/** The buttons below the form of one record: to save it, and to delete one that exists. */
export function RecordButtons(props: RecordButtonsProps) {
  const { noun, isNew, reason, isSaving, onDelete, isDeleting } = props;
  return (
    <DialogButtons>
      {onDelete !== null && !isNew && (
        <Button kind="danger" isDisabled={isDeleting} onPress={onDelete}>
          {`Delete ${noun}`}
        </Button>
      )}
      <Button kind="primary" type="submit" reason={reason} isDisabled={isSaving}>
        {`${isNew ? "Create" : "Save"} ${noun}`}
      </Button>
    </DialogButtons>
  );
}
