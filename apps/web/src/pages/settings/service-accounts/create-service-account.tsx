import { useState, type FormEvent } from "react";
import type { Role } from "@lintel/contract/words/permissions";
import { useApi, useOrganization } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog, DialogButtons } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Select } from "../../../parts/select.tsx";
import { rolesUpTo } from "../roles.ts";

export interface CreateServiceAccountProps {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

export function CreateServiceAccount({ onClose, onCreated }: CreateServiceAccountProps) {
  const { organization } = useOrganization();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("member");
  const create = useChange(useApi(), "createServiceAccount", ["listServiceAccounts"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim(), role }, { onSuccess: ({ id }) => onCreated(id) });
  };
  return (
    <Dialog title="Create service account" isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField
          label="Name"
          help="Such as the program or the pipeline that uses it."
          value={name}
          onChange={setName}
          autoFocus
        />
        <Select
          label="Role"
          value={role}
          choices={rolesUpTo(organization.role)}
          onChange={setRole}
        />
        <Refusal error={create.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={name.trim() === "" || create.isPending}>
            Create service account
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
