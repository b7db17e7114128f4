import { useQuery } from "@tanstack/react-query";
import { useApi, useMay } from "../../../api/scope.ts";
import { FilteredList } from "../../../parts/filtered-list.tsx";
import type { RowFields } from "../../../parts/match-row.ts";
import { Page } from "../../../parts/page.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { useKeyOwners, type KeyOwners } from "../keys/use-key-owners.ts";
import { OpenLink } from "../open-link.tsx";
import { useListSearch } from "../use-list-search.ts";
import { GrantPanel } from "./grant-panel.tsx";
import type { Grant } from "./grant.types.ts";

/** What people granted to OAuth clients, such as agents: their own grants, or everyone's. */
export function ClientsPage() {
  const { filter, open, onFilter, onOpen } = useListSearch();
  const isOfAll = useMay("org:manage-members");
  const grants = useQuery(useApi().list("listOauthGrants", {}));
  const owners = useKeyOwners();
  const shown = grants.data?.find(({ id }) => id === open);
  return (
    <Page title="Connected clients" note={isOfAll ? grants.data?.length : "Your own clients"}>
      <FilteredList
        label="Connected clients"
        query={grants}
        columns={columns(owners)}
        keyOf={({ id }) => id}
        fields={fields(owners)}
        filter={filter}
        onFilter={onFilter}
        empty="No connected clients yet. A client asks for access by itself, such as an agent that uses the tool server."
        onPeek={({ id }) => onOpen(id)}
      />
      {shown !== undefined && (
        <GrantPanel
          key={shown.id}
          grant={shown}
          owners={owners}
          onClose={() => onOpen(undefined)}
        />
      )}
    </Page>
  );
}

const fields = (owners: KeyOwners): RowFields<Grant> => ({
  client: ({ clientName }) => clientName,
  person: ({ userId }) => owners.get(userId) ?? "",
  permission: ({ permissions }) => permissions.join(" "),
  verified: ({ isVerified }) => (isVerified ? "yes" : "no"),
  used: ({ lastUsedAt }) => lastUsedAt ?? "",
});

const columns = (owners: KeyOwners): readonly Column<Grant>[] => [
  {
    name: "Client",
    sort: "client",
    cell: ({ id, clientName }) => <OpenLink id={id}>{clientName}</OpenLink>,
  },
  {
    name: "Person",
    sort: "person",
    isMinor: true,
    cell: ({ userId }) => owners.get(userId) ?? "–",
  },
  {
    name: "Permissions",
    width: "100px",
    kind: "number",
    isMinor: true,
    cell: ({ permissions }) => permissions.length,
  },
  {
    name: "Last used",
    sort: "used",
    width: "110px",
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <Time at={lastUsedAt} />),
  },
];
