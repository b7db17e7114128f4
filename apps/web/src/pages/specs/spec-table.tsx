import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Item } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { shownColumns } from "../views/hidden-columns.ts";
import { SpecActions } from "./spec-actions.tsx";

type Spec = Item<"listSpecs">;

export interface SpecTableProps {
  /** A part of the name; "" shows all. */
  readonly filter: string;
  /** The columns that are not shown. */
  readonly hide?: string | undefined;
  /** What to do where there are none. */
  readonly whenEmpty?: ReactNode;
}

export function SpecTable({ filter, hide, whenEmpty }: SpecTableProps) {
  const { id: projectId } = useProject();
  const specs = useQuery(useApi().list("listSpecs", { projectId }));
  return (
    <QueryView query={specs}>
      {(rows) => {
        const shown = rows.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
        if (rows.length === 0)
          return (
            <Empty text="No specifications yet. Import a document or create one.">
              {whenEmpty}
            </Empty>
          );
        if (shown.length === 0) return <Empty text={`No specification matches “${filter}”.`} />;
        return (
          <Table
            label="Specifications"
            columns={shownColumns(specColumns, hide)}
            rows={shown}
            keyOf={({ id }) => id}
          />
        );
      }}
    </QueryView>
  );
}

export const specColumns: readonly Column<Spec>[] = [
  { name: "Specification", cell: (spec) => <SpecLink spec={spec} /> },
  { name: "Newest version", width: "140px", cell: ({ version }) => version ?? "–" },
  {
    name: "OpenAPI",
    width: "90px",
    isMinor: true,
    cell: ({ openapiVersion }) => openapiVersion ?? "–",
  },
  {
    name: "Versions",
    width: "80px",
    kind: "number",
    isMinor: true,
    cell: ({ versionCount }) => versionCount,
  },
  {
    name: "Changed",
    width: "120px",
    isMinor: true,
    cell: ({ modifiedAt }) => <Time at={modifiedAt} />,
  },
  { name: "Actions", width: "64px", cell: (spec) => <SpecActions spec={spec} /> },
];

function SpecLink({ spec: { id, name, newestVersionId } }: { spec: Spec }) {
  const { org = "", project = "" } = useParams({ strict: false });
  const params = { org, project, spec: id, version: newestVersionId ?? "" };
  return (
    <Link to="/$org/$project/specs/$spec/$version" params={params}>
      {name}
    </Link>
  );
}
