import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../../api/scope.ts";
import { useShortcut } from "../../../keys/shortcuts.ts";
import { Button } from "../../../parts/button.tsx";
import { FilteredList } from "../../../parts/filtered-list.tsx";
import { Page } from "../../../parts/page.tsx";
import { SecretDialog } from "../../../parts/secret-dialog.tsx";
import { Status } from "../../../parts/status.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { OpenLink } from "../open-link.tsx";
import { useListSearch } from "../use-list-search.ts";
import { CreateWebhook } from "./create-webhook.tsx";
import { WebhookPanel } from "./webhook-panel.tsx";
import type { Webhook } from "./webhook.types.ts";

/** Where events are sent. */
export function WebhooksPage() {
  const { filter, open, onFilter, onOpen } = useListSearch();
  const [secret, setSecret] = useState<string | null>(null);
  const webhooks = useQuery(useApi().list("listWebhooks", {}));
  const shown = webhooks.data?.find(({ id }) => id === open);
  const close = () => onOpen(undefined);
  useShortcut("c", "Create webhook", () => onOpen("new"));
  return (
    <Page
      title="Webhooks"
      note={webhooks.data?.length}
      actions={
        <Button kind="primary" onPress={() => onOpen("new")}>
          Create webhook
        </Button>
      }
    >
      <FilteredList
        label="Webhooks"
        query={webhooks}
        columns={columns}
        keyOf={({ id }) => id}
        fields={fields}
        filter={filter}
        onFilter={onFilter}
        empty="No webhooks yet. A webhook sends events to your own program, to Slack or to Microsoft Teams."
        onPeek={({ id }) => onOpen(id)}
      />
      {open === "new" && (
        <CreateWebhook
          onClose={close}
          onCreated={(made) => {
            setSecret(made.secret);
            onOpen(made.id);
          }}
        />
      )}
      {shown !== undefined && (
        <WebhookPanel key={shown.id} webhook={shown} onSecret={setSecret} onClose={close} />
      )}
      {secret !== null && (
        <SecretDialog
          title="Secret of the webhook"
          label="Secret"
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Page>
  );
}

const fields = {
  address: ({ address }: Webhook) => address ?? "",
  state: ({ status }: Webhook) => status,
  event: ({ eventTypes }: Webhook) => eventTypes.join(" "),
  description: ({ description }: Webhook) => description,
};

const columns: readonly Column<Webhook>[] = [
  {
    name: "Address",
    sort: "address",
    cell: ({ id, address }) => <OpenLink id={id}>{address ?? "Enter the address again"}</OpenLink>,
  },
  { name: "Events", isMinor: true, cell: ({ eventTypes }) => eventTypes.join(", ") },
  { name: "State", sort: "state", width: "110px", cell: ({ status }) => <Status of={status} /> },
  {
    name: "Changed",
    width: "110px",
    isMinor: true,
    cell: ({ modifiedAt }) => <Time at={modifiedAt} />,
  },
];
