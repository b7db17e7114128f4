import { useState, type FormEvent } from "react";
import type { Input } from "../../../api/api.ts";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import type { ApiKey } from "./key-columns.tsx";
import { AccessSelect } from "./access-select.tsx";
import { KeyScope, noScope, readScope, toGrants } from "./key-scope.tsx";

/** The name of a key and what it may do. Its value and its end stay. */
export function EditKey({ apiKey }: { readonly apiKey: ApiKey }) {
  const [name, setName] = useState(apiKey.name);
  const [access, setAccess] = useState(apiKey.access);
  // null: permissions that differ between projects stay as they are until others are chosen.
  const [scope, setScope] = useState(
    apiKey.access === "full" ? noScope : readScope(apiKey.permissions),
  );
  const update = useChange(useApi(), "updateApiKey", ["listApiKeys"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input: Input<"updateApiKey"> = {
      id: apiKey.id,
      rowVersion: apiKey.rowVersion,
      name: name.trim(),
      access,
      ...(access === "scoped" && scope !== null ? { permissions: toGrants(scope) } : {}),
    };
    update.mutate(input);
  };
  return (
    <form className="form" onSubmit={submit} aria-label="Edit API key">
      <TextField label="Name" value={name} onChange={setName} />
      {apiKey.mintedBy === null && <AccessSelect value={access} onChange={setAccess} />}
      {access === "scoped" && scope !== null && <KeyScope scope={scope} onChange={setScope} />}
      {access === "scoped" && scope === null && (
        <div>
          <Button onPress={() => setScope(noScope)}>Choose other permissions</Button>
        </div>
      )}
      <Refusal error={update.error} />
      <div>
        <Button
          kind="primary"
          type="submit"
          reason={whatIsMissing(name, access === "scoped" && scope?.permissions.size === 0)}
          isDisabled={update.isPending}
        >
          Save key
        </Button>
      </div>
    </form>
  );
}

function whatIsMissing(name: string, isNothing: boolean): string | null {
  if (name.trim() === "") return "Enter a name first.";
  return isNothing ? "Choose at least one permission." : null;
}
