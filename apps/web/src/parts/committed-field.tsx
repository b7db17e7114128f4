import { useState } from "react";
import { TextField, type TextFieldProps } from "./field.tsx";

export interface CommittedFieldProps extends Omit<
  TextFieldProps,
  "value" | "onChange" | "onBlur" | "error"
> {
  readonly text: string;
  /** Why a text cannot be taken; null if it can. */
  readonly check?: (text: string) => string | null;
  /** Called with another text when the field is left, or Enter is pressed. */
  readonly onCommit: (text: string) => void;
}

/** A text that counts when the field is left, not at each key. A refused one stays, with the reason. */
export function CommittedField({ text, check, onCommit, ...rest }: CommittedFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const error = draft === null ? null : (check?.(draft) ?? null);
  const commit = () => {
    if (draft === null || error !== null) return;
    if (draft !== text) onCommit(draft);
    setDraft(null);
  };
  return (
    <TextField
      {...rest}
      value={draft ?? text}
      error={error}
      validationBehavior="aria"
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
      }}
    />
  );
}
