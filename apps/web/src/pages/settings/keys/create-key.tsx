import { useState, type FormEvent } from "react";
import type { Input } from "../../../api/api.ts";
import { useMay, useOrganization } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { DialogButtons } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { SecretDialog } from "../../../parts/secret-dialog.tsx";
import { Select } from "../../../parts/select.tsx";
import { expiryChoices, expiryDays } from "../expiry-choices.ts";
import { AccessSelect, type KeyAccess } from "./access-select.tsx";
import { KeyOwnerSelect } from "./key-owner-select.tsx";
import { KeyScope, noScope, toGrants } from "./key-scope.tsx";

/** Creates a key, and then shows it once. */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const { api } = useOrganization();
  const mayChooseOwner = useMay("org:manage-members");
  const [name, setName] = useState("");
  const [owner, setOwner] = useState("");
  const [expiry, setExpiry] = useState("90");
  const [access, setAccess] = useState<KeyAccess>("full");
  const [scope, setScope] = useState(noScope);
  const create = useChange(api, "createApiKey", ["listApiKeys"]);
  if (create.data !== undefined)
    return (
      <SecretDialog title="Key created" label="Key" secret={create.data.key} onClose={onClose} />
    );
  const missing = whatIsMissing(name, access, scope.permissions.size);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null) return;
    const input: Input<"createApiKey"> = {
      name: name.trim(),
      access,
      expiresInDays: expiryDays(expiry),
      ...(owner === "" ? {} : { userId: owner }),
      ...(access === "scoped" ? { permissions: toGrants(scope) } : {}),
    };
    create.mutate(input);
  };
  return (
    <Panel title="Create API key" onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField
          label="Name"
          help="Such as the program that uses it."
          value={name}
          onChange={setName}
          autoFocus
        />
        {mayChooseOwner && <KeyOwnerSelect value={owner} onChange={setOwner} />}
        <Select label="Expires" value={expiry} choices={expiryChoices} onChange={setExpiry} />
        <AccessSelect value={access} onChange={setAccess} />
        {access === "scoped" && <KeyScope scope={scope} onChange={setScope} />}
        <Refusal error={create.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" reason={missing} isDisabled={create.isPending}>
            Create API key
          </Button>
        </DialogButtons>
      </form>
    </Panel>
  );
}

function whatIsMissing(name: string, access: string, count: number): string | null {
  if (name.trim() === "") return "Enter a name first.";
  return access === "scoped" && count === 0 ? "Choose at least one permission." : null;
}
