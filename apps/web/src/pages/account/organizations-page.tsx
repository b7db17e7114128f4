import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ownApi } from "../../api/api.ts";
import { sessionQuery } from "../../api/session.ts";
import { useChange } from "../../api/use-change.ts";
import { Button } from "../../parts/button.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { nameRole } from "../settings/roles.ts";
import styles from "./account-frame.module.css";

/** The organizations of the person, and those that wait for an answer. */
export function OrganizationsPage() {
  const session = useQuery(sessionQuery);
  return (
    <Page title="Organizations" width="detail">
      <Pending />
      <QueryView query={session}>
        {({ organizations }) =>
          organizations.length === 0 ? (
            <Empty text="You belong to no organization. Ask an administrator for an invitation." />
          ) : (
            <ul className={styles["items"]} aria-label="Organizations">
              {organizations.map(({ id, slug, name, role }) => (
                <li key={id}>
                  <Link to="/$org" params={{ org: slug }} className={styles["grow"] ?? ""}>
                    {name}
                  </Link>
                  <span className={styles["hint"]}>{nameRole(role)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Page>
  );
}

const stale = ["listPendingMemberships", "getSession"] as const;

/** Organizations whose identity provider provisioned the person. */
function Pending() {
  const { data: pending = [] } = useQuery(ownApi.list("listPendingMemberships", {}));
  const accept = useChange(ownApi, "acceptMembership", stale);
  const decline = useChange(ownApi, "declineMembership", stale);
  if (pending.length === 0) return null;
  return (
    <Section title="Waiting for your answer">
      <Refusal error={accept.error ?? decline.error} />
      <ul className={styles["items"]}>
        {pending.map(({ organizationId: id, organizationName, invitedAt }) => (
          <li key={id}>
            <span className={styles["grow"]}>
              {organizationName}{" "}
              <span className={styles["hint"]}>
                <Time at={invitedAt} />
              </span>
            </span>
            <Button aria-label={`Join ${organizationName}`} onPress={() => accept.mutate({ id })}>
              Join
            </Button>
            <Button
              kind="quiet"
              aria-label={`Decline ${organizationName}`}
              onPress={() => decline.mutate({ id })}
            >
              Decline
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
