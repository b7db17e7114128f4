import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { compareRoles } from "@lintel/contract/words/permissions";
import { useMay, useOrganization } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { ConfirmDialog } from "../../../parts/confirm-dialog.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { Properties } from "../../../parts/properties.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Select } from "../../../parts/select.tsx";
import { Status } from "../../../parts/status.tsx";
import { Time } from "../../../parts/time.tsx";
import { nameRole, rolesUpTo } from "../roles.ts";
import styles from "../settings.module.css";
import type { ServiceAccount } from "./service-account.types.ts";

export interface ServiceAccountPanelProps {
  readonly account: ServiceAccount;
  readonly onClose: () => void;
}

export function ServiceAccountPanel({ account, onClose }: ServiceAccountPanelProps) {
  const { api, organization } = useOrganization();
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, name, role, isActive, rowVersion } = account;
  const mayManage = useMay("org:manage-members");
  const mayChange = mayManage && compareRoles(role, organization.role) <= 0;
  const update = useChange(api, "updateServiceAccount", ["listServiceAccounts"]);
  const remove = useChange(api, "deleteServiceAccount", ["listServiceAccounts", "listApiKeys"]);
  return (
    <Panel title={name} onClose={onClose}>
      <div className={styles["stack"]}>
        <Properties
          items={[
            { name: "State", value: <Status of={isActive ? "active" : "inactive"} /> },
            { name: "Role", value: mayChange ? null : nameRole(role) },
            { name: "Created", value: <Time at={account.createdAt} /> },
            {
              name: "API keys",
              value: mayManage && (
                <Link
                  to="/$org/settings/keys"
                  params={{ org: organization.slug }}
                  search={{ filter: `owner:"${name}"` }}
                >
                  Keys of this account
                </Link>
              ),
            },
          ]}
        />
        {mayChange && (
          <Select
            label="Role"
            value={role}
            choices={rolesUpTo(organization.role)}
            isDisabled={update.isPending}
            onChange={(next) => update.mutate({ id, role: next, rowVersion })}
          />
        )}
        <Refusal error={update.error} />
        {mayChange && (
          <div className={styles["row"]}>
            <Button onPress={() => update.mutate({ id, isActive: !isActive, rowVersion })}>
              {isActive ? "Deactivate account" : "Activate account"}
            </Button>
            <Button kind="danger" onPress={() => setIsDeleting(true)}>
              Delete account
            </Button>
          </div>
        )}
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action="Delete account"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ id }, { onSuccess: onClose })}
          onClose={() => setIsDeleting(false)}
        >
          <p>Its API keys are revoked at once. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
