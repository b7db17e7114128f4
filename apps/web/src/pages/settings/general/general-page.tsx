import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Output } from "../../../api/api.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useApi, useMay } from "../../../api/scope.ts";
import { sessionQuery } from "../../../api/session.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Page } from "../../../parts/page.tsx";
import { Properties } from "../../../parts/properties.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Time } from "../../../parts/time.tsx";
import { nameRole } from "../roles.ts";
import styles from "../settings.module.css";

/** Name, address, region and plan of the organization. */
export function GeneralPage() {
  const organization = useQuery(useApi().query("getOrganization", {}));
  const mayChange = useMay("org:manage-governance");
  return (
    <Page title="General" note={mayChange ? undefined : "View only"} width="detail">
      <QueryView query={organization}>
        {(read) => (
          <div className={styles["stack"]}>
            {mayChange && <NameForm key={read.rowVersion} organization={read} />}
            <Properties
              items={[
                { name: "Name", value: mayChange ? null : read.name },
                { name: "Address", value: <code>/{read.slug}</code> },
                { name: "Region", value: read.region.toUpperCase() },
                { name: "Plan", value: nameRole(read.plan) },
                { name: "Created", value: <Time at={read.createdAt} /> },
              ]}
            />
            <p className={styles["hint"]}>
              The operator of this server changes the plan and makes backups.
            </p>
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function NameForm({ organization }: { readonly organization: Output<"getOrganization"> }) {
  const [name, setName] = useState(organization.name);
  const update = useChange(useApi(), "updateOrganization", ["getOrganization", "getCaller"]);
  const isSame = name.trim() === "" || name === organization.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate(
      { name: name.trim(), rowVersion: organization.rowVersion },
      { onSuccess: () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }) },
    );
  };
  return (
    <form onSubmit={submit} className={`form ${styles["narrow"]}`}>
      <TextField label="Name" value={name} onChange={setName} />
      <Refusal error={update.error} />
      <div>
        <Button
          kind="primary"
          type="submit"
          reason={isSame ? "Change the name first." : null}
          isDisabled={update.isPending}
        >
          Rename organization
        </Button>
      </div>
    </form>
  );
}
