import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogButtons } from "./dialog.tsx";
import { Refusal } from "./refusal.tsx";

export interface ConfirmDialogProps {
  readonly title: string;
  /** What follows from it. */
  readonly children: ReactNode;
  /** Verb and noun. */
  readonly action: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be restored. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, isPending, error, onConfirm, onClose } = props;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {children}
      <Refusal error={error} />
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="danger" onPress={onConfirm} isDisabled={isPending} autoFocus>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
