import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useOrganization, useMay } from "../../../api/scope.ts";
import { useChange } from "../../../api/use-change.ts";
import { Button } from "../../../parts/button.tsx";
import { Checkbox } from "../../../parts/checkbox.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { QueryView } from "../../../parts/query-view.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Select } from "../../../parts/select.tsx";
import styles from "../settings.module.css";
import { useListSearch } from "../use-list-search.ts";
import { scimGuides } from "./scim-guides.ts";
import { ScimLog } from "./scim-log.tsx";
import { ScimTokens } from "./scim-tokens.tsx";

/** Members from an identity provider: switch, address, tokens, a guide for each provider, and the log. */
export function ScimPage() {
  const { open, onOpen } = useListSearch();
  const { api, organization } = useOrganization();
  const mayReadLog = useMay("org:manage-security");
  const settings = useQuery(api.query("getScimSettings", {}));
  const update = useChange(api, "updateScimSettings", ["getScimSettings"]);
  return (
    <Page
      title="SCIM"
      width="detail"
      actions={
        <Button kind="primary" onPress={() => onOpen("new")}>
          Create token
        </Button>
      }
    >
      <div className={styles["stack"]}>
        <QueryView query={settings}>
          {({ isEnabled, baseUrl }) => (
            <>
              <Checkbox
                label="An identity provider creates, changes and deactivates members"
                isChecked={isEnabled}
                isDisabled={update.isPending}
                onChange={(next) => update.mutate({ isEnabled: next })}
              />
              <Refusal error={update.error} />
              <CopyField label="Address for the provider" value={baseUrl} />
            </>
          )}
        </QueryView>
        <Section title="Tokens">
          <ScimTokens isCreating={open === "new"} onClose={() => onOpen(undefined)} />
        </Section>
        <Section title="Guide">
          <Guide />
        </Section>
        {mayReadLog && (
          <Section title="Log">
            <ScimLog />
            <p className={styles["text"]}>
              Every change by a provider is in the{" "}
              <Link
                to="/$org/settings/audit"
                params={{ org: organization.slug }}
                search={{ filter: "category:SCIM" }}
              >
                audit log
              </Link>
              .
            </p>
          </Section>
        )}
      </div>
    </Page>
  );
}

function Guide() {
  const [name, setName] = useState(scimGuides[0]?.name ?? "");
  const steps = scimGuides.find((guide) => guide.name === name)?.steps ?? [];
  return (
    <div className={styles["stack"]}>
      <div className={styles["narrow"]}>
        <Select
          label="Provider"
          value={name}
          choices={scimGuides.map((guide) => ({ value: guide.name, name: guide.name }))}
          onChange={setName}
        />
      </div>
      <ol className={styles["steps"]}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  );
}
