import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useOrganization } from "../../../api/scope.ts";
import { Button } from "../../../parts/button.tsx";
import { Section } from "../../../parts/page.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { Properties } from "../../../parts/properties.tsx";
import { Status } from "../../../parts/status.tsx";
import { Time } from "../../../parts/time.tsx";
import styles from "../settings.module.css";
import { EditKey } from "./edit-key.tsx";
import { describeAccess, type ApiKey } from "./key-columns.tsx";
import { RevokeKeys } from "./revoke-keys.tsx";
import type { KeyOwners } from "./use-key-owners.ts";

export interface KeyPanelProps {
  readonly apiKey: ApiKey;
  readonly owners: KeyOwners;
  readonly onClose: () => void;
}

/** A key with what it may do; never its value. */
export function KeyPanel({ apiKey, owners, onClose }: KeyPanelProps) {
  const [isRevoking, setIsRevoking] = useState(false);
  const { name, prefix, userId, createdAt, expiresAt, lastUsedAt, revokedAt } = apiKey;
  return (
    <Panel title={name} onClose={onClose}>
      <div className={styles["stack"]}>
        <Properties
          items={[
            { name: "State", value: <Status of={stateOf(apiKey)} /> },
            { name: "Begins with", value: <code>{prefix}…</code> },
            { name: "Owner", value: owners.get(userId) ?? "–" },
            { name: "May do", value: describeAccess(apiKey) },
            { name: "Created", value: <Time at={createdAt} /> },
            { name: "Last used", value: lastUsedAt === null ? "Never" : <Time at={lastUsedAt} /> },
            { name: "Expires", value: expiresAt === null ? "Never" : <Time at={expiresAt} /> },
            { name: "Revoked", value: revokedAt === null ? null : <Time at={revokedAt} /> },
          ]}
        />
        {apiKey.access === "scoped" && <Permissions apiKey={apiKey} />}
        {revokedAt === null && (
          <>
            <EditKey key={apiKey.rowVersion} apiKey={apiKey} />
            <div>
              <Button kind="danger" onPress={() => setIsRevoking(true)}>
                Revoke key
              </Button>
            </div>
          </>
        )}
      </div>
      {isRevoking && (
        <RevokeKeys keys={[apiKey]} onRevoked={onClose} onClose={() => setIsRevoking(false)} />
      )}
    </Panel>
  );
}

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && new Date(expiresAt) < new Date() ? "expired" : "active";
}

function Permissions({ apiKey: { permissions } }: { readonly apiKey: ApiKey }) {
  const { api } = useOrganization();
  const { data: projects = [] } = useQuery(api.list("listProjects", {}));
  const nameOf = (projectId: string | null) =>
    projectId === null
      ? "every project"
      : (projects.find(({ id }) => id === projectId)?.name ?? "a project that you cannot see");
  return (
    <Section title="Permissions">
      <ul>
        {permissions.map(({ permission, projectId }) => (
          <li key={`${permission} ${projectId}`}>
            <code>{permission}</code> in {nameOf(projectId)}
          </li>
        ))}
      </ul>
    </Section>
  );
}
