import { useState, type DragEvent, type FormEvent, type ReactNode } from "react";
import { describeError } from "../../api/refusal.ts";
import { Button } from "../../parts/button.tsx";
import { DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import styles from "./import-spec.module.css";

export type GivenDocument = { readonly url: string } | { readonly text: string };

export interface DocumentFormProps {
  readonly button: string;
  readonly busyButton: string;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onSubmit: (given: GivenDocument) => void;
  readonly onCancel: () => void;
  /** Further fields, above the buttons. */
  readonly children?: ReactNode;
}

/** Takes a document from a file, an address or the clipboard. A file is submitted at once. */
export function DocumentForm(props: DocumentFormProps) {
  const { button, busyButton, error, isBusy, onSubmit, onCancel, children } = props;
  const [given, setGiven] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(toSource(given));
  };
  const readFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const text = await file.text();
    setGiven(text);
    onSubmit({ text });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void readFile(event.dataTransfer.files[0]);
  };
  return (
    <form
      onSubmit={submit}
      className="form"
      onDrop={drop}
      onDragOver={(event) => event.preventDefault()}
    >
      <label className={styles["file"]}>
        <span>Choose a file, or drop it here</span>
        <input
          type="file"
          accept=".json,.yaml,.yml,application/json,application/yaml"
          onChange={({ target }) => {
            void readFile(target.files?.[0]);
            // The same file can be chosen again after it was corrected.
            target.value = "";
          }}
        />
      </label>
      <TextField
        label="Address or text"
        help="OpenAPI 3.0 to 3.2 or Swagger 2.0, as YAML or JSON, or the address of such a document."
        rows={6}
        isMono
        value={given}
        onChange={setGiven}
        validationBehavior="aria"
        error={error === null ? null : describeError(error)}
      />
      {children}
      <DialogButtons>
        <Button onPress={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" isDisabled={given.trim() === "" || isBusy}>
          {isBusy ? busyButton : button}
        </Button>
      </DialogButtons>
    </form>
  );
}

/** A text, which can come from a file, or an address. */
function toSource(given: string): GivenDocument {
  return /^https?:\/\/\S+$/.test(given.trim()) ? { url: given.trim() } : { text: given };
}
