import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Play } from "lucide-react";
import type { Item } from "../../api/api.ts";
import { describeError } from "../../api/refusal.ts";
import { useApi, useCan, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { readFilter } from "../../parts/filter-terms.ts";
import { QueryView } from "../../parts/query-view.tsx";
import { SelectionBar } from "../../parts/selection-bar.tsx";
import { Status } from "../../parts/status.tsx";
import { Table, type Column, type Sort } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { showToast } from "../../parts/toast.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { shownColumns } from "../views/hidden-columns.ts";
import { useStartRun } from "../tests/use-run.ts";

type Suite = Item<"listSuites">;
type Run = Item<"listRuns">;
interface Row {
  readonly suite: Suite;
  readonly last: Run | undefined;
}

const keys = ["tag", "folder", "status"];

export interface SuiteTableProps {
  readonly filter: string;
  /** The columns that are not shown. */
  readonly hide: string | undefined;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** The suites with the last run of each. */
export function SuiteTable({ filter, hide, sort, onSort }: SuiteTableProps) {
  const api = useApi();
  const { id: projectId } = useProject();
  const suites = useQuery(api.list("listSuites", { projectId }));
  const runs = useQuery(api.list("listRuns", { projectId, isLatest: true }));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const lastOf = (id: string) => runs.data?.find(({ suiteId }) => suiteId === id);
  return (
    <QueryView query={suites}>
      {(all) => {
        const rows = all.map((suite): Row => ({ suite, last: lastOf(suite.id) }));
        const shown = sortRows(
          rows.filter((row) => matches(row, filter)),
          sort,
        );
        if (all.length === 0) return <Empty text="No suites yet. Create one, or import a file." />;
        if (shown.length === 0) return <Empty text={`No suite matches “${filter}”.`} />;
        return (
          <>
            <Table
              label="Suites"
              columns={shownColumns(suiteColumns, hide)}
              rows={shown}
              keyOf={({ suite }) => suite.id}
              sort={sort}
              onSort={onSort}
              selection={{ keys: selected, onChange: setSelected }}
            />
            {selected.size > 0 && (
              <SelectedSuites ids={selected} onClear={() => setSelected(new Set())} />
            )}
          </>
        );
      }}
    </QueryView>
  );
}

function SelectedSuites({ ids, onClear }: { ids: ReadonlySet<string>; onClear: () => void }) {
  const canRun = useCan("tests:execute");
  const start = useStartRun(() => undefined);
  const run = async () => {
    try {
      for (const suiteId of ids) await start.mutateAsync({ suiteId });
      showToast(`${ids.size} runs started`);
    } catch (error) {
      showToast(`Not started: ${describeError(error)}`);
    }
    onClear();
  };
  return (
    <SelectionBar label="Selected suites" count={ids.size} onClear={onClear}>
      {canRun && (
        <Button kind="quiet" onPress={() => void run()} isDisabled={start.isPending}>
          <Play size={16} strokeWidth={1.5} aria-hidden /> Run {ids.size} suites
        </Button>
      )}
    </SelectionBar>
  );
}

function matches({ suite, last }: Row, filter: string): boolean {
  const { terms, words } = readFilter(filter, keys);
  const outcome = last?.outcome ?? last?.status ?? "none";
  const isIn = (key: string, values: readonly string[]) =>
    (terms.get(key) ?? []).every((term) => values.includes(term));
  return (
    `${suite.folder}/${suite.name}`.toLowerCase().includes(words.toLowerCase()) &&
    isIn("tag", suite.tags) &&
    isIn("folder", [suite.folder]) &&
    isIn("status", [outcome])
  );
}

const sortValues: Readonly<Record<string, (row: Row) => string | number>> = {
  name: ({ suite }) => `${suite.folder}/${suite.name}`.toLowerCase(),
  cases: ({ suite }) => suite.testCaseCount,
  run: ({ last }) => last?.createdAt ?? "",
};

function sortRows(rows: readonly Row[], { key, isDescending }: Sort): Row[] {
  const valueOf = sortValues[key] ?? (() => 0);
  const sorted = rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    return a < b ? -1 : a > b ? 1 : 0;
  });
  return isDescending ? sorted.reverse() : sorted;
}

export const suiteColumns: readonly Column<Row>[] = [
  { name: "Suite", sort: "name", cell: ({ suite }) => <SuiteLink suite={suite} /> },
  { name: "Tags", width: "20%", isMinor: true, cell: ({ suite }) => suite.tags.join(", ") },
  {
    name: "Cases",
    width: "72px",
    kind: "number",
    isMinor: true,
    sort: "cases",
    cell: ({ suite }) => suite.testCaseCount,
  },
  {
    name: "Last run",
    width: "120px",
    cell: ({ last }) => (last === undefined ? "–" : <Status of={last.outcome ?? last.status} />),
  },
  {
    name: "Ran",
    width: "110px",
    isMinor: true,
    sort: "run",
    cell: ({ last }) => (last === undefined ? "–" : <Time at={last.createdAt} />),
  },
];

function SuiteLink({ suite: { id, name, folder } }: { readonly suite: Suite }) {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Link to="/$org/$project/suites/$suite" params={{ org, project, suite: id }}>
      {folder === "" ? name : `${folder}/${name}`}
    </Link>
  );
}
