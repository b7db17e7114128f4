import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Item } from "../../../api/api.ts";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { ConfirmDialog } from "../../../parts/confirm-dialog.tsx";
import { Dialog, DialogButtons } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { SecretDialog } from "../../../parts/secret-dialog.tsx";
import { Select } from "../../../parts/select.tsx";
import { Status } from "../../../parts/status.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import styles from "../settings.module.css";
import { Empty } from "../../../parts/view-state.tsx";
import { expiryChoices, expiryDays } from "../expiry-choices.ts";

type Token = Item<"listScimTokens">;

export interface ScimTokensProps {
  readonly isCreating: boolean;
  readonly onClose: () => void;
}

/** The tokens of identity providers. Several are valid at once, so that one can replace another. */
export function ScimTokens({ isCreating, onClose }: ScimTokensProps) {
  const tokens = useQuery(useApi().list("listScimTokens", {}));
  const [revoked, setRevoked] = useState<Token | null>(null);
  const columns: readonly Column<Token>[] = [
    { name: "Name", cell: ({ name }) => name },
    { name: "Begins with", isMinor: true, cell: ({ prefix }) => <code>{prefix}…</code> },
    {
      name: "Last used",
      width: "110px",
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <Time at={lastUsedAt} />),
    },
    {
      name: "Expires",
      width: "110px",
      isMinor: true,
      cell: ({ expiresAt }) => (expiresAt === null ? "Never" : <Time at={expiresAt} />),
    },
    {
      name: "Actions",
      width: "96px",
      cell: (token) => (
        <Button kind="quiet" aria-label={`Revoke ${token.name}`} onPress={() => setRevoked(token)}>
          Revoke
        </Button>
      ),
    },
  ];
  return (
    <>
      <QueryView query={tokens}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty text="No tokens yet." />
          ) : (
            <>
              {rows.map(
                ({ id, name, warning }) =>
                  warning !== null && (
                    <p key={id} className={styles["text"]}>
                      <Status of="warn" /> {name}: {warning}
                    </p>
                  ),
              )}
              <Table label="SCIM tokens" columns={columns} rows={rows} keyOf={({ id }) => id} />
            </>
          )
        }
      </QueryView>
      {isCreating && <CreateToken onClose={onClose} />}
      {revoked !== null && <RevokeToken token={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

function CreateToken({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const [expiry, setExpiry] = useState("365");
  const create = useChange(useApi(), "createScimToken", ["listScimTokens"]);
  if (create.data !== undefined)
    return (
      <SecretDialog
        title="Token created"
        label="Token"
        secret={create.data.token}
        onClose={onClose}
      />
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim(), expiresInDays: expiryDays(expiry) });
  };
  return (
    <Dialog title="Create token" isOpen onClose={onClose}>
      <form onSubmit={submit} className="form">
        <TextField
          label="Name"
          help="Such as the provider."
          value={name}
          onChange={setName}
          autoFocus
        />
        <Select label="Expires" value={expiry} choices={expiryChoices} onChange={setExpiry} />
        <Refusal error={create.error} />
        <DialogButtons>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isDisabled={name.trim() === "" || create.isPending}>
            Create token
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface RevokeTokenProps {
  readonly token: Token;
  readonly onClose: () => void;
}

function RevokeToken({ token: { id, name }, onClose }: RevokeTokenProps) {
  const revoke = useChange(useApi(), "revokeScimToken", ["listScimTokens"]);
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      action="Revoke token"
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>A provider that still uses it is refused at once.</p>
    </ConfirmDialog>
  );
}
