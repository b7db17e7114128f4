import { useState } from "react";
import { codeOf } from "../../../api/refusal.ts";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { Checkbox } from "../../../parts/checkbox.tsx";
import { ConfirmDialog } from "../../../parts/confirm-dialog.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { Properties } from "../../../parts/properties.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Status } from "../../../parts/status.tsx";
import { Time } from "../../../parts/time.tsx";
import styles from "../settings.module.css";
import { AttemptList } from "./attempt-list.tsx";
import { ConnectionActions } from "./connection-actions.tsx";
import { EditConnection } from "./edit-connection.tsx";
import { protocolNames } from "./sso-words.ts";
import type { Connection } from "./connection.types.ts";

export interface ConnectionPanelProps {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** A connection: its state, what to enter at the provider, its rules, and the last sign-ins. */
export function ConnectionPanel({ connection, onClose }: ConnectionPanelProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const { id: connectionId, name, protocol, serviceProvider, warnings } = connection;
  const remove = useChange(useApi(), "deleteSsoConnection", ["listSsoConnections"]);
  const isLockout = codeOf(remove.error) === "OWNER_LOCKOUT";
  if (isEditing)
    return (
      <Panel title={`Edit ${name}`} onClose={onClose}>
        <EditConnection connection={connection} onClose={() => setIsEditing(false)} />
      </Panel>
    );
  return (
    <Panel title={name} onClose={onClose}>
      <div className={styles["stack"]}>
        <Properties
          items={[
            { name: "State", value: <Status of={connection.status} /> },
            { name: "Protocol", value: protocolNames[protocol] },
            { name: "Domains", value: connection.domains.join(", ") || "None verified" },
            { name: "Provider", value: connection.saml?.entityId ?? connection.oidc?.issuer },
            {
              name: "Tested",
              value: connection.testedAt === null ? "Not yet" : <Time at={connection.testedAt} />,
            },
          ]}
        />
        {warnings.map(({ code, message }) => (
          <p key={code} className={styles["warning"]}>
            <Status of="warn" /> {message}
          </p>
        ))}
        <ConnectionActions connection={connection} />
        <Section title="Enter at the provider">
          <div className={styles["stack"]}>
            {protocol === "saml" ? (
              <>
                <CopyField label="Assertion consumer service" value={serviceProvider.acsUrl} />
                <CopyField label="Entity id" value={serviceProvider.entityId} />
                <CopyField label="Metadata" value={serviceProvider.metadataUrl} />
              </>
            ) : (
              <CopyField label="Redirect address" value={serviceProvider.redirectUrl} />
            )}
            <CopyField label="Sign-in address" value={serviceProvider.signInUrl} />
          </div>
        </Section>
        <Section title="Rules">
          <ConnectionRules connection={connection} />
        </Section>
        <Section title="Last sign-ins and tests">
          <AttemptList connectionId={connectionId} />
        </Section>
        <div className={styles["row"]}>
          <Button onPress={() => setIsEditing(true)}>Edit connection</Button>
          <Button kind="danger" onPress={() => setIsDeleting(true)}>
            Delete connection
          </Button>
        </div>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action={isLockout ? "Delete nevertheless" : "Delete connection"}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() =>
            remove.mutate({ connectionId, confirmLockout: isLockout }, { onSuccess: onClose })
          }
          onClose={() => setIsDeleting(false)}
        >
          <p>People can no longer sign in through it. Its members keep their memberships.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function ConnectionRules({ connection }: { readonly connection: Connection }) {
  const update = useChange(useApi(), "updateSsoConnection", ["listSsoConnections"]);
  const { id: connectionId, rowVersion, protocol } = connection;
  const set = (fields: object) => update.mutate({ connectionId, rowVersion, ...fields });
  return (
    <div className={styles["stack"]}>
      <Checkbox
        label="A first sign-in makes a person a member"
        isChecked={connection.isJitEnabled}
        isDisabled={update.isPending}
        onChange={(isJitEnabled) => set({ isJitEnabled })}
      />
      {protocol === "saml" ? (
        <Checkbox
          label="A sign-in may begin at the provider"
          isChecked={connection.isIdpInitiatedAllowed}
          isDisabled={update.isPending}
          onChange={(isIdpInitiatedAllowed) => set({ isIdpInitiatedAllowed })}
        />
      ) : (
        <Checkbox
          label="An e-mail address counts as verified if the provider does not say"
          isChecked={connection.isEmailTrusted}
          isDisabled={update.isPending}
          onChange={(isEmailTrusted) => set({ isEmailTrusted })}
        />
      )}
      <div>
        <Button isDisabled={update.isPending} onPress={() => set({})}>
          Capture verified domains
        </Button>
      </div>
      <Refusal error={update.error} />
    </div>
  );
}
