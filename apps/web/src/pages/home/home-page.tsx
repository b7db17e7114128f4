import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi, useOrganization } from "../../api/scope.ts";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import type { Item } from "../../api/api.ts";

type Project = Item<"listProjects">;

/** The projects of the organization. */
export function HomePage() {
  const { organization } = useOrganization();
  const projects = useQuery(useApi().list("listProjects", {}));
  const columns: readonly Column<Project>[] = [
    {
      name: "Project",
      cell: ({ name, slug }) => (
        <Link to="/$org/$project" params={{ org: organization.slug, project: slug }}>
          {name}
        </Link>
      ),
    },
    { name: "Description", isMinor: true, cell: ({ description }) => description ?? "" },
    { name: "Changed", width: "120px", cell: ({ modifiedAt }) => <Time at={modifiedAt} /> },
  ];
  return (
    <Page title={organization.name}>
      <QueryView query={projects}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty text="No projects yet." />
          ) : (
            <Table label="Projects" columns={columns} rows={rows} keyOf={({ id }) => id} />
          )
        }
      </QueryView>
    </Page>
  );
}
