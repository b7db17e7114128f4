import { Link, getRouteApi, useNavigate } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { runChanges, type RunChange } from "@lintel/contract/words/runs";
import type { Item, Output } from "../../api/api.ts";
import { useRows } from "../../api/use-rows.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Status } from "../../parts/status.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { showMs } from "../../request/show-answer.ts";
import tones from "../../styles/tones.module.css";
import { useListedRun } from "./use-listed-run.ts";
import styles from "./runs.module.css";

const route = getRouteApi("/$org/$project/runs/$run/compare/$other");
type Difference = Item<"compareRuns">;

const changeNames: Readonly<Record<RunChange, { readonly name: string; readonly tone: string }>> = {
  broken: { name: "Broken", tone: "bad" },
  changed: { name: "Changed", tone: "warn" },
  added: { name: "Added", tone: "info" },
  removed: { name: "Removed", tone: "info" },
  fixed: { name: "Fixed", tone: "good" },
  same: { name: "Same", tone: "none" },
};

/** The cases of two runs side by side, the worst change first. */
export function ComparePage() {
  const { run: runId, other } = route.useParams();
  const { change } = route.useSearch();
  const { id: projectId } = useProject();
  const api = useApi();
  const wanted = runChanges.find((each) => each === change);
  const place = { projectId, runId, otherRunId: other };
  const rows = useRows("compareRuns", {
    ...place,
    ...(wanted === undefined ? {} : { change: wanted }),
  });
  const { data: all } = useQuery(api.query("compareRuns", { ...place, take: 1 }));
  const before = useListedRun(runId);
  const after = useListedRun(other);
  const suite = after?.suiteName;
  return (
    <Page title={`Compare runs${suite === undefined ? "" : ` of ${suite}`}`} note={all?.totalCount}>
      <p className={styles["message"]}>
        Before: <RunLink id={runId} name={nameRun(before)} /> · After:{" "}
        <RunLink id={other} name={nameRun(after)} />
      </p>
      {all !== undefined && <Changes counts={all.counts} wanted={wanted} />}
      <QueryView query={rows}>
        {(found) =>
          found.count === 0 ? (
            <Empty text="No case changed like this." />
          ) : (
            <Table
              label="Cases of both runs"
              columns={columns}
              rows={found}
              keyOf={({ caseId, iteration, row }) => `${caseId} ${iteration} ${row}`}
            />
          )
        }
      </QueryView>
    </Page>
  );
}

const nameRun = (run: Item<"listRuns"> | undefined): string =>
  run === undefined ? "Run" : exact.format(new Date(run.createdAt));

interface ChangesProps {
  readonly counts: Output<"compareRuns">["counts"];
  readonly wanted: RunChange | undefined;
}

function Changes({ counts, wanted }: ChangesProps) {
  const navigate = useNavigate({ from: "/$org/$project/runs/$run/compare/$other" });
  const show = (change: RunChange | undefined) => void navigate({ search: { change } });
  return (
    <div className={styles["changes"]} role="group" aria-label="Changes">
      <Button
        kind={wanted === undefined ? "plain" : "quiet"}
        aria-pressed={wanted === undefined}
        onPress={() => show(undefined)}
      >
        All
      </Button>
      {runChanges
        .filter((change) => counts[change] > 0 || change === wanted)
        .map((change) => (
          <Button
            key={change}
            kind={wanted === change ? "plain" : "quiet"}
            aria-pressed={wanted === change}
            onPress={() => show(wanted === change ? undefined : change)}
          >
            {changeNames[change].name} {counts[change].toLocaleString("en")}
          </Button>
        ))}
    </div>
  );
}

function RunLink({ id, name, position }: { id: string; name: string; position?: number }) {
  const { org, project } = route.useParams();
  return (
    <Link
      to="/$org/$project/runs/$run"
      params={{ org, project, run: id }}
      search={position === undefined ? {} : { case: position }}
    >
      {name}
    </Link>
  );
}

/** Opens the result of the newer run; that of the older one where there is no newer. */
function CaseLink({
  difference: { name, row, before, after },
}: {
  readonly difference: Difference;
}) {
  const { run, other } = route.useParams();
  const position = (after ?? before)?.position ?? 0;
  return (
    <>
      <RunLink id={after === null ? run : other} name={name} position={position} />
      {row !== null && <span className={styles["row"]}>Row {row}</span>}
    </>
  );
}

const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

const columns: readonly Column<Difference>[] = [
  { name: "Case", cell: (difference) => <CaseLink difference={difference} /> },
  { name: "Row", width: "56px", kind: "number", isMinor: true, cell: ({ row }) => row ?? "" },
  {
    name: "Change",
    width: "90px",
    cell: ({ change }) => (
      <span className={tones[changeNames[change].tone]}>{changeNames[change].name}</span>
    ),
  },
  {
    name: "Before",
    width: "100px",
    cell: ({ before }) => (before === null ? "–" : <Status of={before.verdict} />),
  },
  {
    name: "After",
    width: "100px",
    cell: ({ after }) => (after === null ? "–" : <Status of={after.verdict} />),
  },
  {
    name: "Time before",
    width: "96px",
    kind: "number",
    isMinor: true,
    cell: ({ before }) => (before === null ? "" : showMs(before.elapsedMs)),
  },
  {
    name: "Time after",
    width: "96px",
    kind: "number",
    isMinor: true,
    cell: ({ after }) => (after === null ? "" : showMs(after.elapsedMs)),
  },
];
