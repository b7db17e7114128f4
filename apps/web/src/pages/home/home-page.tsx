import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useMay, useOrganization } from "../../api/scope.ts";
import { useRows } from "../../api/use-rows.ts";
import { Button } from "../../parts/button.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { ActivityList } from "./activity-list.tsx";
import { useLastVisit } from "./use-last-visit.ts";
import { WaitingList } from "./waiting-list.tsx";
import type { Item } from "../../api/api.ts";

type Project = Item<"listProjects">;

const CreateProject = lazy(async () => ({
  default: (await import("../projects/create-project.tsx")).CreateProject,
}));

/** How long a failure is shown, in days. */
const failureDays = 14;

/** What waits for the person, what failed, the projects, and what changed. */
export function HomePage() {
  const { organization } = useOrganization();
  const projects = useRows("listProjects", {});
  const lastVisit = useLastVisit(organization.slug);
  const [since] = useState(() => new Date(Date.now() - failureDays * 86_400_000).toISOString());
  const mayCreate = useMay("projects:manage");
  const [isCreating, setIsCreating] = useState(false);
  const changed = lastVisit === null ? "Changed" : "Changed, new since your last visit";
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
      <WaitingList />
      <ActivityList title="Failed" isFailure since={since} take={5} />
      <Section
        title="Projects"
        actions={mayCreate && <Button onPress={() => setIsCreating(true)}>Create project</Button>}
      >
        <QueryView query={projects}>
          {(rows) =>
            rows.count === 0 ? (
              <Empty
                text={
                  mayCreate
                    ? "No projects yet. Create one, and import your OpenAPI document into it."
                    : "No projects yet. Ask an admin to create one."
                }
              />
            ) : (
              <Table label="Projects" columns={columns} rows={rows} keyOf={({ id }) => id} />
            )
          }
        </QueryView>
      </Section>
      <ActivityList title={changed} lastVisit={lastVisit} take={10} />
      <Suspense>{isCreating && <CreateProject onClose={() => setIsCreating(false)} />}</Suspense>
    </Page>
  );
}
