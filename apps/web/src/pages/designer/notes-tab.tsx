import { TextField } from "../../parts/field.tsx";
import type { FormProps } from "./endpoint-form.tsx";

export function NotesTab({ fields, change, commit, isLocked }: FormProps) {
  return (
    <TextField
      label="Notes"
      help="For members of the project. They are never exported or published."
      rows={8}
      value={fields.internalNotes}
      onChange={(internalNotes) => change({ internalNotes })}
      onBlur={commit}
      isReadOnly={isLocked}
    />
  );
}
