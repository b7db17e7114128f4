import { useState, type FormEvent } from "react";
import type { Input } from "../../../api/api.ts";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { DialogButtons } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { LockoutDialog } from "../lockout-dialog.tsx";
import type { Connection } from "./connection.types.ts";
import { readMetadata } from "./read-metadata.ts";

export interface EditConnectionProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

const attributes = [
  { name: "email", label: "Attribute of the e-mail address" },
  { name: "name", label: "Attribute of the name" },
  { name: "groups", label: "Attribute of the groups" },
] as const;

/** The name of a connection, its provider, and what is read of a person. Only what was changed is sent. */
export function EditConnection({ connection, onClose }: EditConnectionProps) {
  const { id: connectionId, rowVersion } = connection;
  const before = textOf(connection);
  const [text, setText] = useState(before);
  const set = (name: keyof ConnectionText) => (value: string) =>
    setText({ ...text, [name]: value });
  const update = useChange(useApi(), "updateSsoConnection", ["listSsoConnections"]);
  const changes = changesOf(before, text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate({ connectionId, rowVersion, ...changes }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} className="form" aria-label="Edit connection">
      <p>A changed provider makes the connection a draft. Test and activate it again.</p>
      <TextField label="Name" value={text.name} onChange={set("name")} autoFocus />
      {connection.protocol === "saml" ? (
        <TextField
          label="Metadata"
          help="The address of the provider's metadata, or its text. An empty field keeps what is stored."
          rows={4}
          isMono
          value={text.metadata}
          onChange={set("metadata")}
        />
      ) : (
        <>
          <TextField label="Issuer" isMono value={text.issuer} onChange={set("issuer")} />
          <TextField label="Client id" isMono value={text.clientId} onChange={set("clientId")} />
          <TextField
            label="New client secret"
            isOptional
            type="password"
            autoComplete="off"
            help="An empty field keeps the stored secret."
            value={text.clientSecret}
            onChange={set("clientSecret")}
          />
        </>
      )}
      {attributes.map(({ name, label }) => (
        <TextField
          key={name}
          label={label}
          isOptional
          isMono
          value={text[`${name}Attribute`]}
          onChange={set(`${name}Attribute`)}
        />
      ))}
      <LockoutDialog change={update} action="Save connection" onDone={onClose} />
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          kind="primary"
          type="submit"
          reason={whyNot(text, changes)}
          isDisabled={update.isPending}
        >
          Save connection
        </Button>
      </DialogButtons>
    </form>
  );
}

type ConnectionText = ReturnType<typeof textOf>;
type Changes = Omit<Input<"updateSsoConnection">, "connectionId" | "rowVersion">;

function textOf({ name, metadataUrl, oidc, attributes: read }: Connection) {
  return {
    name,
    metadata: metadataUrl ?? "",
    issuer: oidc?.issuer ?? "",
    clientId: oidc?.clientId ?? "",
    clientSecret: "",
    emailAttribute: read.email ?? "",
    nameAttribute: read.name ?? "",
    groupsAttribute: read.groups ?? "",
  };
}

function changesOf(before: ConnectionText, text: ConnectionText): Changes {
  const isChanged = (name: keyof ConnectionText) => text[name].trim() !== before[name];
  const single = (["name", "issuer", "clientId", "clientSecret"] as const)
    .filter(isChanged)
    .map((name) => [name, text[name].trim()] as const);
  const read = attributes
    .filter(({ name }) => isChanged(`${name}Attribute`))
    .map(({ name }) => [name, text[`${name}Attribute`].trim() || null] as const);
  return {
    ...Object.fromEntries(single),
    ...(isChanged("metadata") && text.metadata.trim() !== "" ? readMetadata(text.metadata) : {}),
    ...(read.length === 0 ? {} : { attributes: Object.fromEntries(read) }),
  };
}

function whyNot({ name }: ConnectionText, changes: Changes): string | null {
  if (name.trim() === "") return "Enter a name first.";
  return Object.keys(changes).length === 0 ? "Change a field first." : null;
}
