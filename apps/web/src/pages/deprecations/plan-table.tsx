import { Link, useParams } from "@tanstack/react-router";
import type { Item } from "../../api/api.ts";
import { useRows } from "../../api/use-rows.ts";
import { useProject } from "../../api/scope.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { Status } from "../../parts/status.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { showDay } from "./show-day.ts";

export type ListedPlan = Item<"listDeprecationPlans">;

/** Every plan of the project, also those that ended, were rejected or were cancelled. */
export function PlanTable() {
  const { id: projectId } = useProject();
  const plans = useRows("listDeprecationPlans", { projectId });
  return (
    <QueryView query={plans}>
      {(rows) =>
        rows.count === 0 ? (
          <Empty text="No plans yet." />
        ) : (
          <Table label="Plans" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )
      }
    </QueryView>
  );
}

const columns: readonly Column<ListedPlan>[] = [
  { name: "Plan", cell: (plan) => <PlanLink plan={plan} /> },
  { name: "Specification", width: "22%", isMinor: true, cell: ({ specName }) => specName },
  { name: "Phase", width: "152px", cell: ({ phase }) => <Status of={phase} /> },
  { name: "Sunset", width: "120px", isMinor: true, cell: ({ sunsetAt }) => showDay(sunsetAt) },
  { name: "Requested by", width: "16%", isMinor: true, cell: ({ requestedBy }) => requestedBy },
  {
    name: "Requested",
    width: "104px",
    isMinor: true,
    cell: ({ requestedAt }) => <Time at={requestedAt} />,
  },
];

/** What a plan ends, in words. */
export const nameOfPlan = ({ entityType, entityLabel, specName }: ListedPlan): string =>
  entityType === "specVersion" ? `${specName} ${entityLabel}` : entityLabel;

function PlanLink({ plan }: { readonly plan: ListedPlan }) {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Link to="/$org/$project/deprecations/$plan" params={{ org, project, plan: plan.id }}>
      {nameOfPlan(plan)}
    </Link>
  );
}
