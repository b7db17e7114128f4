import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Output } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";

type Profile = Output<"listScanProfiles">[number];

export function ProfileTable({ whenEmpty }: { readonly whenEmpty?: ReactNode }) {
  const { id: projectId } = useProject();
  const api = useApi();
  const profiles = useQuery(api.query("listScanProfiles", { projectId }));
  const { data: environments = [] } = useQuery(api.query("listEnvironments", { projectId }));
  const nameOf = (id: string | null) =>
    environments.find((environment) => environment.id === id)?.name ?? "–";
  const columns: readonly Column<Profile>[] = [
    { name: "Profile", cell: (profile) => <ProfileLink profile={profile} /> },
    { name: "Environment", width: "24%", cell: ({ environmentId }) => nameOf(environmentId) },
    {
      name: "Schedule",
      width: "160px",
      isMinor: true,
      cell: ({ cronSchedule, cronTimeZone, isEnabled }) =>
        !isEnabled
          ? "Disabled"
          : cronSchedule === null
            ? "By hand"
            : `${cronSchedule} ${cronTimeZone}`,
    },
    {
      name: "Last run",
      width: "120px",
      isMinor: true,
      cell: ({ lastRunAt }) => (lastRunAt === null ? "Never" : <Time at={lastRunAt} />),
    },
  ];
  return (
    <QueryView query={profiles}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty text="No scan profiles yet. A profile says what is scanned, where, and as whom.">
            {whenEmpty}
          </Empty>
        ) : (
          <Table label="Scan profiles" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )
      }
    </QueryView>
  );
}

function ProfileLink({ profile: { id, name } }: { profile: Profile }) {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Link to="/$org/$project/scan-profiles/$profile" params={{ org, project, profile: id }}>
      {name}
    </Link>
  );
}
