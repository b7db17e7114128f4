import { useState, type FormEvent, type KeyboardEvent } from "react";
import { describeError } from "../../api/refusal.ts";
import { Button } from "../../parts/button.tsx";
import { DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";

export interface CommentFormProps {
  readonly label: string;
  readonly button: string;
  readonly text?: string;
  /** The text stays where it fails. */
  readonly onSubmit: (text: string) => Promise<void>;
  readonly onCancel?: () => void;
}

/** Takes a comment; Ctrl or ⌘ with Enter sends it. */
export function CommentForm({ label, button, text = "", onSubmit, onCancel }: CommentFormProps) {
  const [value, setValue] = useState(text);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    if (value.trim() === "" || isBusy) return;
    setIsBusy(true);
    setError(null);
    try {
      await onSubmit(value.trim());
      setValue("");
    } catch (failure) {
      setError(failure);
    }
    setIsBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const hear = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel?.();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
  };
  return (
    <form onSubmit={submit} onKeyDown={hear} className="form">
      <TextField
        label={label}
        isBare
        rows={2}
        value={value}
        onChange={setValue}
        autoFocus={onCancel !== undefined}
        maxLength={4000}
        validationBehavior="aria"
        error={error === null ? null : describeError(error)}
      />
      <DialogButtons>
        {onCancel !== undefined && <Button onPress={onCancel}>Cancel</Button>}
        <Button type="submit" isDisabled={value.trim() === "" || isBusy}>
          {button}
        </Button>
      </DialogButtons>
    </form>
  );
}
