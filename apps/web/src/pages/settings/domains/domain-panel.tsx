import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { Checkbox } from "../../../parts/checkbox.tsx";
import { ConfirmDialog } from "../../../parts/confirm-dialog.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Panel } from "../../../parts/panel.tsx";
import { Properties } from "../../../parts/properties.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Status } from "../../../parts/status.tsx";
import { Time } from "../../../parts/time.tsx";
import styles from "../settings.module.css";
import { LockoutDialog } from "../lockout-dialog.tsx";
import type { EmailDomain } from "./domain.types.ts";

const stale = ["listEmailDomains"] as const;

export interface DomainPanelProps {
  readonly domain: EmailDomain;
  readonly onClose: () => void;
}

/** A domain: the record that verifies it, and whether single sign-on is the only way in. */
export function DomainPanel({ domain, onClose }: DomainPanelProps) {
  const api = useApi();
  const [isRemoving, setIsRemoving] = useState(false);
  const { id: domainId, state, record, problem, lostAt, isEnforced } = domain;
  const verify = useChange(api, "verifyEmailDomain", stale);
  const enforce = useChange(api, "setSsoEnforcement", stale);
  const remove = useChange(api, "deleteEmailDomain", stale);
  return (
    <Panel title={domain.domain} onClose={onClose}>
      <div className={styles["stack"]}>
        <Properties
          items={[
            { name: "State", value: <Status of={state} /> },
            { name: "Last check", value: problem },
            { name: "Lost", value: lostAt && <Time at={lostAt} /> },
            {
              name: "Verified",
              value: domain.verifiedAt && (
                <>
                  <Time at={domain.verifiedAt} />{" "}
                  {domain.verifiedBy === "operator" && "by the operator"}
                </>
              ),
            },
          ]}
        />
        <Section title="Record in the DNS">
          <div className={styles["stack"]}>
            <p className={styles["hint"]}>
              Set a {record.type} record of this name and value, and leave it there.
            </p>
            <CopyField label="Name" value={record.name} />
            <CopyField label="Value" value={record.value} />
            <div>
              <Button isDisabled={verify.isPending} onPress={() => verify.mutate({ domainId })}>
                {verify.isPending ? "Looking …" : "Verify domain"}
              </Button>
            </div>
          </div>
        </Section>
        {state !== "pending" && (
          <Section title="Enforcement">
            <Checkbox
              label="Members of this domain sign in only through single sign-on"
              isChecked={isEnforced}
              isDisabled={enforce.isPending}
              onChange={(next) => enforce.mutate({ domainId, isEnforced: next })}
            />
            <WithoutSso domainId={domainId} />
          </Section>
        )}
        <Refusal error={verify.error} />
        <LockoutDialog change={enforce} action="Enforce single sign-on" />
        <div>
          <Button kind="danger" onPress={() => setIsRemoving(true)}>
            Remove domain
          </Button>
        </div>
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${domain.domain}?`}
          action="Remove domain"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ domainId }, { onSuccess: onClose })}
          onClose={() => setIsRemoving(false)}
        >
          <p>Its people can no longer sign in through single sign-on.</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** Whom an enforcement would lock out until they have used single sign-on. */
function WithoutSso({ domainId }: { readonly domainId: string }) {
  const members = useQuery(useApi().list("listMembersWithoutSso", { domainId }));
  return (
    <QueryView query={members}>
      {(all) =>
        all.length > 0 && (
          <>
            <p className={styles["hint"]}>Never signed in through single sign-on:</p>
            <ul aria-label="Members without single sign-on">
              {all.map(({ userId, name, email, isBreakGlass }) => (
                <li key={userId}>
                  {name} ({email}){isBreakGlass && ", break-glass owner"}
                </li>
              ))}
            </ul>
          </>
        )
      }
    </QueryView>
  );
}
