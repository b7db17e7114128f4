import { useState, type FormEvent } from "react";
import { ownApi } from "../../api/api.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import type { PasskeyDialogProps } from "./passkey.types.ts";

export function RenamePasskey({ passkey, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState(passkey.name);
  const rename = useChange(ownApi, "renamePasskey", ["listPasskeys"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ id: passkey.id, name: name.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog title="Rename passkey" isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <TextField label="Name" value={name} onChange={setName} autoFocus />
        <Refusal error={rename.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={name.trim() === "" || rename.isPending}>
            Rename passkey
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
