import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useApi } from "../../../api/scope.ts";
import { useShortcut } from "../../../keys/shortcuts.ts";
import { Button, buttonLink } from "../../../parts/button.tsx";
import { FilteredList } from "../../../parts/filtered-list.tsx";
import { Page } from "../../../parts/page.tsx";
import { Status } from "../../../parts/status.tsx";
import type { Column } from "../../../parts/table.tsx";
import { OpenLink } from "../open-link.tsx";
import { useListSearch } from "../use-list-search.ts";
import { ConnectionPanel } from "./connection-panel.tsx";
import { CreateConnection } from "./create-connection.tsx";
import { protocolNames } from "./sso-words.ts";
import type { Connection } from "./connection.types.ts";

/** The connections to identity providers. */
export function SsoPage() {
  const { org = "" } = useParams({ strict: false });
  const { filter, open, onFilter, onOpen } = useListSearch();
  const connections = useQuery(useApi().list("listSsoConnections", {}));
  const shown = connections.data?.find(({ id }) => id === open);
  const close = () => onOpen(undefined);
  useShortcut("c", "Create connection", () => onOpen("new"));
  return (
    <Page
      title="Single sign-on"
      note={connections.data?.length}
      actions={
        <Button kind="primary" onPress={() => onOpen("new")}>
          Create connection
        </Button>
      }
    >
      <FilteredList
        label="Connections"
        query={connections}
        columns={columns}
        keyOf={({ id }) => id}
        fields={fields}
        filter={filter}
        onFilter={onFilter}
        empty="No connections yet. Verify an e-mail domain, then connect the identity provider of its people."
        action={
          <Link to="/$org/settings/domains" params={{ org }} className={buttonLink}>
            Open e-mail domains
          </Link>
        }
        onPeek={({ id }) => onOpen(id)}
      />
      {open === "new" && <CreateConnection onClose={close} onCreated={onOpen} />}
      {shown !== undefined && <ConnectionPanel key={shown.id} connection={shown} onClose={close} />}
    </Page>
  );
}

const fields = {
  name: ({ name }: Connection) => name,
  protocol: ({ protocol }: Connection) => protocol,
  state: ({ status }: Connection) => status,
  domain: ({ domains }: Connection) => domains.join(" "),
};

const columns: readonly Column<Connection>[] = [
  { name: "Name", sort: "name", cell: ({ id, name }) => <OpenLink id={id}>{name}</OpenLink> },
  {
    name: "Protocol",
    sort: "protocol",
    width: "140px",
    isMinor: true,
    cell: ({ protocol }) => protocolNames[protocol],
  },
  { name: "Domains", isMinor: true, cell: ({ domains }) => domains.join(", ") || "–" },
  {
    name: "Warnings",
    width: "90px",
    kind: "number",
    isMinor: true,
    cell: ({ warnings }) => warnings.length,
  },
  { name: "State", sort: "state", width: "110px", cell: ({ status }) => <Status of={status} /> },
];
