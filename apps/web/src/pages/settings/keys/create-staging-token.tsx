import { useState, type FormEvent } from "react";
import type { Input } from "../../../api/api.ts";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { DialogButtons } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { SecretDialog } from "../../../parts/secret-dialog.tsx";
import { AccessSelect, type KeyAccess } from "./access-select.tsx";
import { KeyScope, noScope } from "./key-scope.tsx";

type Permissions = NonNullable<Input<"createStagingToken">["permissions"]>;

/** Creates a token for an agent, and then shows it once. */
export function CreateStagingToken({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const [access, setAccess] = useState<KeyAccess>("full");
  const [scope, setScope] = useState(noScope);
  const create = useChange(useApi(), "createStagingToken", ["listApiKeys"]);
  if (create.data !== undefined)
    return (
      <SecretDialog
        title="Staging token created"
        label="Token"
        secret={create.data.token}
        onClose={onClose}
      />
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({
      name: name.trim(),
      ...(access === "scoped"
        ? {
            permissions: [...scope.permissions] as Permissions,
            ...(scope.projectId === "" ? {} : { projectId: scope.projectId }),
          }
        : {}),
    });
  };
  return (
    <Panel title="Create staging token" onClose={onClose}>
      <form onSubmit={submit} className="form">
        <p>A staging token opens the tool server for one hour, and nothing else.</p>
        <TextField
          label="Name"
          help="Such as the agent that uses it."
          value={name}
          onChange={setName}
          autoFocus
        />
        <AccessSelect value={access} onChange={setAccess} />
        {access === "scoped" && <KeyScope scope={scope} onChange={setScope} />}
        <Refusal error={create.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            reason={whatIsMissing(name, access === "scoped" && scope.permissions.size === 0)}
            isDisabled={create.isPending}
          >
            Create staging token
          </Button>
        </DialogButtons>
      </form>
    </Panel>
  );
}

function whatIsMissing(name: string, isNothing: boolean): string | null {
  if (name.trim() === "") return "Enter a name first.";
  return isNothing ? "Choose at least one permission." : null;
}
