import { useQuery } from "@tanstack/react-query";
import { useApi, useMay } from "../../../api/scope.ts";
import { useShortcut } from "../../../keys/shortcuts.ts";
import { Button } from "../../../parts/button.tsx";
import { FilteredList } from "../../../parts/filtered-list.tsx";
import { Page } from "../../../parts/page.tsx";
import { Status } from "../../../parts/status.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { OpenLink } from "../open-link.tsx";
import { nameRole } from "../roles.ts";
import { useListSearch } from "../use-list-search.ts";
import { CreateServiceAccount } from "./create-service-account.tsx";
import { ServiceAccountPanel } from "./service-account-panel.tsx";
import type { ServiceAccount } from "./service-account.types.ts";

/** The accounts of programs. */
export function ServiceAccountsPage() {
  const { filter, open, onFilter, onOpen } = useListSearch();
  const mayManage = useMay("org:manage-members");
  const accounts = useQuery(useApi().list("listServiceAccounts", {}));
  const shown = accounts.data?.find(({ id }) => id === open);
  const close = () => onOpen(undefined);
  useShortcut(mayManage ? "c" : null, "Create service account", () => onOpen("new"));
  const create = mayManage && (
    <Button kind="primary" onPress={() => onOpen("new")}>
      Create service account
    </Button>
  );
  return (
    <Page
      title="Service accounts"
      note={mayManage ? accounts.data?.length : "View only"}
      actions={create}
    >
      <FilteredList
        label="Service accounts"
        query={accounts}
        columns={columns}
        keyOf={({ id }) => id}
        fields={fields}
        filter={filter}
        onFilter={onFilter}
        empty="No service accounts yet. A service account has API keys that outlive the person who made them."
        onPeek={({ id }) => onOpen(id)}
      />
      {mayManage && open === "new" && <CreateServiceAccount onClose={close} onCreated={onOpen} />}
      {shown !== undefined && (
        <ServiceAccountPanel key={shown.id} account={shown} onClose={close} />
      )}
    </Page>
  );
}

const fields = {
  name: ({ name }: ServiceAccount) => name,
  role: ({ role }: ServiceAccount) => role,
  state: ({ isActive }: ServiceAccount) => (isActive ? "active" : "inactive"),
};

const columns: readonly Column<ServiceAccount>[] = [
  { name: "Name", sort: "name", cell: ({ id, name }) => <OpenLink id={id}>{name}</OpenLink> },
  { name: "Role", sort: "role", width: "110px", cell: ({ role }) => nameRole(role) },
  {
    name: "State",
    sort: "state",
    width: "110px",
    cell: ({ isActive }) => <Status of={isActive ? "active" : "inactive"} />,
  },
  {
    name: "Changed",
    width: "110px",
    isMinor: true,
    cell: ({ modifiedAt }) => <Time at={modifiedAt} />,
  },
];
