import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Item } from "../../../api/api.ts";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { ConfirmDialog } from "../../../parts/confirm-dialog.tsx";
import { Section } from "../../../parts/page.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Status } from "../../../parts/status.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { nameRole } from "../roles.ts";
import styles from "../settings.module.css";

type Invitation = Item<"listInvitations">;

/** The invitations that were neither accepted nor revoked; nothing where there are none. */
export function InvitationList() {
  const invitations = useQuery(useApi().list("listInvitations", {}));
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const columns: readonly Column<Invitation>[] = [
    { name: "E-mail", cell: ({ email }) => email },
    { name: "Role", width: "110px", cell: ({ role }) => nameRole(role) },
    { name: "State", width: "110px", isMinor: true, cell: (one) => <Status of={stateOf(one)} /> },
    {
      name: "Ends",
      width: "110px",
      isMinor: true,
      cell: ({ expiresAt }) => <Time at={expiresAt} />,
    },
    {
      name: "Actions",
      width: "96px",
      cell: (one) => (
        <Button
          kind="quiet"
          aria-label={`Revoke invitation of ${one.email}`}
          onPress={() => setRevoking(one)}
        >
          Revoke
        </Button>
      ),
    },
  ];
  return (
    <QueryView query={invitations}>
      {(all) => {
        const open = all.filter(
          ({ acceptedAt, revokedAt }) => acceptedAt === null && revokedAt === null,
        );
        return (
          open.length > 0 && (
            <div className={styles["below"]}>
              <Section title="Invitations">
                <Table label="Invitations" columns={columns} rows={open} keyOf={({ id }) => id} />
              </Section>
              {revoking !== null && (
                <RevokeInvitation invitation={revoking} onClose={() => setRevoking(null)} />
              )}
            </div>
          )
        );
      }}
    </QueryView>
  );
}

const stateOf = ({ expiresAt }: Invitation) =>
  new Date(expiresAt) < new Date() ? "expired" : "pending";

interface RevokeProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

function RevokeInvitation({ invitation: { id, email }, onClose }: RevokeProps) {
  const revoke = useChange(useApi(), "revokeInvitation", ["listInvitations"]);
  return (
    <ConfirmDialog
      title={`Revoke the invitation of ${email}?`}
      action="Revoke invitation"
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>The link stops working at once.</p>
    </ConfirmDialog>
  );
}
