import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { ConfirmDialog } from "../../../parts/confirm-dialog.tsx";
import { Section } from "../../../parts/page.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { Properties } from "../../../parts/properties.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Select } from "../../../parts/select.tsx";
import { Time } from "../../../parts/time.tsx";
import type { KeyOwners } from "../keys/use-key-owners.ts";
import styles from "../settings.module.css";
import type { Grant } from "./grant.types.ts";

const stale = ["listOauthGrants", "listOauthClients"] as const;

export interface GrantPanelProps {
  readonly grant: Grant;
  readonly owners: KeyOwners;
  readonly onClose: () => void;
}

/** What a client may do. It can be narrowed here; only the consent page grants more. */
export function GrantPanel({ grant, owners, onClose }: GrantPanelProps) {
  const api = useApi();
  const [isRevoking, setIsRevoking] = useState(false);
  const narrow = useChange(api, "narrowOauthGrant", stale);
  const revoke = useChange(api, "revokeOauthGrant", stale);
  const { data: projects = [] } = useQuery(api.list("listProjects", {}));
  const { id, clientName, permissions, projectId, rowVersion } = grant;
  return (
    <Panel title={clientName} onClose={onClose}>
      <div className={styles["stack"]}>
        <Properties
          items={[
            { name: "Client id", value: <code>{grant.clientId}</code> },
            { name: "Name", value: grant.isVerified ? "Confirmed by its domain" : "Not confirmed" },
            { name: "Granted by", value: owners.get(grant.userId) ?? "–" },
            { name: "Received at", value: grant.redirectHost ?? "A device" },
            { name: "Granted", value: <Time at={grant.createdAt} /> },
            {
              name: "Last used",
              value: grant.lastUsedAt === null ? "Never" : <Time at={grant.lastUsedAt} />,
            },
          ]}
        />
        {projectId === null ? (
          <Select
            label="Limit to one project"
            value=""
            choices={[
              { value: "", name: "Every project" },
              ...projects.map((project) => ({ value: project.id, name: project.name })),
            ]}
            onChange={(only) =>
              only === "" ? undefined : narrow.mutate({ id, projectId: only, rowVersion })
            }
          />
        ) : (
          <p>Only in {projects.find((project) => project.id === projectId)?.name ?? projectId}.</p>
        )}
        <Refusal error={narrow.error} />
        <Section title="Permissions">
          <ul className={styles["items"]}>
            {permissions.map((permission) => (
              <li key={permission}>
                <code className={styles["grow"]}>{permission}</code>
                {permissions.length > 1 && (
                  <Button
                    kind="quiet"
                    aria-label={`Take ${permission} away`}
                    isDisabled={narrow.isPending}
                    onPress={() =>
                      narrow.mutate({
                        id,
                        permissions: permissions.filter((one) => one !== permission),
                        rowVersion,
                      })
                    }
                  >
                    Take away
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Section>
        <div>
          <Button kind="danger" onPress={() => setIsRevoking(true)}>
            Revoke access
          </Button>
        </div>
      </div>
      {isRevoking && (
        <ConfirmDialog
          title={`Revoke the access of ${clientName}?`}
          action="Revoke access"
          isPending={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate({ id }, { onSuccess: onClose })}
          onClose={() => setIsRevoking(false)}
        >
          <p>All its tokens end at once. The person can grant access again.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
