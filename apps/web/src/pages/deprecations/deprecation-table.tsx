import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate, useParams } from "@tanstack/react-router";
import { deprecationPhases } from "@lintel/contract/words/deprecation";
import type { Item } from "../../api/api.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { FilterBox } from "../../parts/filter-box.tsx";
import { readFilter } from "../../parts/filter-terms.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { Status } from "../../parts/status.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { shownColumns } from "../views/hidden-columns.ts";
import { ListViews } from "../views/list-views.tsx";
import viewStyles from "../views/list-views.module.css";
import { showDay } from "./show-day.ts";

type Deprecation = Item<"listDeprecations">;

const route = getRouteApi("/$org/$project/deprecations");

/** What is deprecated in the project, the next sunset first. */
export function DeprecationTable() {
  const { q = "", hide } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/$project/deprecations" });
  const { id: projectId } = useProject();
  const deprecations = useQuery(useApi().query("listDeprecations", {}));
  const filter = (next: string) =>
    void navigate({ search: (old) => ({ ...old, q: next || undefined }), replace: true });
  return (
    <>
      <div className={viewStyles["row"]}>
        <FilterBox label="Filter deprecations" text={q} onChange={filter} />
        <ListViews list="deprecations" columns={columns} />
      </div>
      <QueryView query={deprecations}>
        {({ items }) => {
          const own = items.filter((item) => item.projectId === projectId);
          const shown = own.filter((item) => matches(item, q));
          if (own.length === 0)
            return <Empty text="Nothing is deprecated. Announce what ends, and when." />;
          if (shown.length === 0)
            return (
              <Empty
                text={`No deprecation matches “${q}”. Phases are ${deprecationPhases.slice(0, 4).join(", ")}.`}
              >
                <Button onPress={() => filter("")}>Clear filter</Button>
              </Empty>
            );
          return (
            <Table
              label="Deprecations"
              columns={shownColumns(columns, hide)}
              rows={shown}
              keyOf={(one) => one.entityId}
            />
          );
        }}
      </QueryView>
    </>
  );
}

/** `phase:sunset spec:pets` and words of the operation. */
function matches({ phase, specName, entityLabel }: Deprecation, text: string): boolean {
  const { terms, words } = readFilter(text, ["phase", "spec"]);
  const has = (whole: string, part: string) => whole.toLowerCase().includes(part.toLowerCase());
  const all = (key: string, value: string | null) =>
    (terms.get(key) ?? []).every((one) => has(value ?? "", one));
  return all("phase", phase) && all("spec", specName) && has(entityLabel, words);
}

const columns: readonly Column<Deprecation>[] = [
  { name: "Deprecated", cell: (one) => <DeprecationLink of={one} /> },
  { name: "Specification", width: "22%", isMinor: true, cell: ({ specName }) => specName },
  {
    name: "Phase",
    width: "152px",
    cell: ({ phase, sunsetAt }) =>
      phase === null ? sunsetAt === null ? "Marked by hand" : "Date alone" : <Status of={phase} />,
  },
  {
    name: "Sunset",
    width: "120px",
    isMinor: true,
    cell: ({ sunsetAt }) => (sunsetAt === null ? "–" : showDay(sunsetAt)),
  },
  {
    name: "Days left",
    width: "80px",
    kind: "number",
    isMinor: true,
    cell: ({ daysLeft }) => daysLeft ?? "–",
  },
];

function DeprecationLink({ of }: { readonly of: Deprecation }) {
  const { org = "", project = "" } = useParams({ strict: false });
  const { planId, entityLabel, entityType } = of;
  const label = entityType === "specVersion" ? `Version ${entityLabel}` : entityLabel;
  if (planId === null) return <span title={label}>{label}</span>;
  return (
    <Link
      to="/$org/$project/deprecations/$plan"
      params={{ org, project, plan: planId }}
      title={label}
    >
      {label}
    </Link>
  );
}
