import { useState, type FormEvent } from "react";
import type { Role } from "@lintel/contract/words/permissions";
import { useOrganization } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { DialogButtons } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Select } from "../../../parts/select.tsx";
import { rolesUpTo } from "../roles.ts";
import { staleByMappings } from "./stale-by-mappings.ts";
import { RolePreviewList } from "./role-preview-list.tsx";

/** Maps a group, after a dry run that shows whose role would change. */
export function CreateMapping({ onClose }: { readonly onClose: () => void }) {
  const { api, organization } = useOrganization();
  const [groupName, setGroupName] = useState("");
  const [role, setRole] = useState<Role>("member");
  const [tried, setTried] = useState<{ groupName: string; role: Role } | null>(null);
  const create = useChange(api, "createGroupMapping", staleByMappings);
  const missing = groupName.trim() === "" ? "Enter the name of the group first." : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing === null)
      create.mutate({ groupName: groupName.trim(), role }, { onSuccess: onClose });
  };
  return (
    <Panel title="Map group" onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField
          label="Group"
          help="Its name or id as the identity provider sends it. The new mapping decides before all others."
          value={groupName}
          onChange={setGroupName}
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
          <Button reason={missing} onPress={() => setTried({ groupName: groupName.trim(), role })}>
            Try it
          </Button>
          <Button kind="primary" type="submit" reason={missing} isDisabled={create.isPending}>
            Map group
          </Button>
        </DialogButtons>
      </form>
      {tried !== null && <RolePreviewList tried={tried} />}
    </Panel>
  );
}
