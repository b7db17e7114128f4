import { useState, type FormEvent, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, DialogButtons } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { Refusal } from "./refusal.tsx";

export interface DeleteByNameProps {
  /** What is deleted, such as "project". */
  readonly noun: string;
  readonly name: string;
  /** What goes with it. */
  readonly children: ReactNode;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for the name before something large is deleted that cannot be restored. */
export function DeleteByName(props: DeleteByNameProps) {
  const { noun, name, children, isPending, error, onConfirm, onClose } = props;
  const [typed, setTyped] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed === name) onConfirm();
  };
  return (
    <Dialog title={`Delete ${name}?`} isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        {children}
        <TextField label={`Enter ${name} to confirm`} value={typed} onChange={setTyped} autoFocus />
        <Refusal error={error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="danger" type="submit" isDisabled={typed !== name || isPending}>
            {`Delete ${noun}`}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
