import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { Output } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { Status } from "../../parts/status.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { PortalLink } from "./portal-link.tsx";
import { visibilityNames } from "./visibility-names.ts";

type Documentation = Output<"listDocumentations">["documentations"][number];

export function DocTable({ filter }: { readonly filter: string }) {
  const { id: projectId } = useProject();
  const list = useQuery(useApi().query("listDocumentations", { projectId }));
  return (
    <QueryView query={list}>
      {({ documentations }) => {
        const wanted = filter.toLowerCase();
        const shown = documentations.filter(({ name }) => name.toLowerCase().includes(wanted));
        if (documentations.length === 0)
          return (
            <Empty text="No documentation yet. Create one, or push a folder with the command line." />
          );
        if (shown.length === 0) return <Empty text={`No documentation matches “${filter}”.`} />;
        return (
          <Table label="Documentation" columns={columns} rows={shown} keyOf={({ id }) => id} />
        );
      }}
    </QueryView>
  );
}

/** The version that readers get, or else the newest. */
function shownVersion({ versions }: Documentation) {
  return versions.find(({ status }) => status === "published") ?? versions[0];
}

const columns: readonly Column<Documentation>[] = [
  { name: "Documentation", cell: (documentation) => <DocLink documentation={documentation} /> },
  { name: "Version", width: "100px", cell: (row) => shownVersion(row)?.label ?? "–" },
  {
    name: "Status",
    width: "120px",
    cell: (row) => <Status of={shownVersion(row)?.status ?? "draft"} />,
  },
  {
    name: "Readers",
    width: "180px",
    isMinor: true,
    cell: (row) => visibilityNames[shownVersion(row)?.visibility ?? "internal"],
  },
  {
    name: "Portal",
    width: "220px",
    isMinor: true,
    cell: (row) => {
      const url = shownVersion(row)?.portalUrl ?? null;
      return url === null ? "Not shown" : <PortalLink url={url} />;
    },
  },
  {
    name: "Published",
    width: "110px",
    isMinor: true,
    cell: (row) => {
      const at = shownVersion(row)?.publishedAt ?? null;
      return at === null ? "–" : <Time at={at} />;
    },
  },
];

function DocLink({ documentation: { id, name } }: { readonly documentation: Documentation }) {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Link to="/$org/$project/docs/$doc" params={{ org, project, doc: id }}>
      {name}
    </Link>
  );
}
