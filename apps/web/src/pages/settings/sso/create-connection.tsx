import { useState, type FormEvent } from "react";
import { ssoProtocols, type SsoProtocol } from "@lintel/contract/words/sso";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { DialogButtons } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Select } from "../../../parts/select.tsx";
import { readMetadata } from "./read-metadata.ts";
import { protocolNames } from "./sso-words.ts";

export interface CreateConnectionProps {
  readonly onClose: () => void;
  readonly onCreated: (id: string) => void;
}

/**
 * Connects a provider by its metadata, or by issuer and client. Many providers ask for the addresses of
 * the connection first: then the provider is entered later. The connection begins as a draft.
 */
export function CreateConnection({ onClose, onCreated }: CreateConnectionProps) {
  const [name, setName] = useState("");
  const [protocol, setProtocol] = useState<SsoProtocol>("saml");
  const [metadata, setMetadata] = useState("");
  const [issuer, setIssuer] = useState("");
  const [clientId, setClientId] = useState("");
  const [clientSecret, setClientSecret] = useState("");
  const create = useChange(useApi(), "createSsoConnection", ["listSsoConnections"]);
  const given = protocol === "saml" ? [metadata] : [issuer, clientId, clientSecret];
  const isLater = given.every((text) => text.trim() === "");
  const isMissing = name.trim() === "" || (!isLater && given.some((text) => text.trim() === ""));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const provider =
      protocol === "saml"
        ? readMetadata(metadata)
        : { issuer: issuer.trim(), clientId: clientId.trim(), clientSecret };
    create.mutate(
      { name: name.trim(), protocol, ...(isLater ? {} : provider) },
      { onSuccess: ({ id }) => onCreated(id) },
    );
  };
  return (
    <Panel title="Create connection" onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField label="Name" help="Such as Okta." value={name} onChange={setName} autoFocus />
        <Select
          label="Protocol"
          value={protocol}
          choices={ssoProtocols.map((value) => ({ value, name: protocolNames[value] }))}
          onChange={setProtocol}
        />
        <p>
          If the provider asks for the addresses of Lintel first, create the connection without it:
          the addresses are shown then, and you enter the provider afterwards.
        </p>
        {protocol === "saml" ? (
          <TextField
            label="Metadata"
            help="The address of the provider's metadata, which is read again every hour, or its text."
            rows={6}
            isMono
            value={metadata}
            onChange={setMetadata}
          />
        ) : (
          <>
            <TextField label="Issuer" isMono value={issuer} onChange={setIssuer} />
            <TextField label="Client id" isMono value={clientId} onChange={setClientId} />
            <TextField
              label="Client secret"
              type="password"
              autoComplete="off"
              help="Stored encrypted, never shown again."
              value={clientSecret}
              onChange={setClientSecret}
            />
          </>
        )}
        <Refusal error={create.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            reason={isMissing ? "Enter a name, and all of the provider or nothing of it." : null}
            isDisabled={create.isPending}
          >
            Create connection
          </Button>
        </DialogButtons>
      </form>
    </Panel>
  );
}
