import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useRows } from "../../api/use-rows.ts";
import { useProject } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { FilterBox } from "../../parts/filter-box.tsx";
import { readFilter } from "../../parts/filter-terms.ts";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { triggerNames } from "./trigger-names.ts";
import { useListedRun } from "./use-listed-run.ts";
import { useRunStatus, type RunStatus } from "../tests/use-run.ts";
import { ResultPanel } from "./result-panel.tsx";
import { RunActions } from "./run-actions.tsx";
import { RunCases } from "./run-cases.tsx";
import { RunProgress } from "./run-progress.tsx";
import type { Verdict } from "./verdict-counts.ts";

const route = getRouteApi("/$org/$project/runs/$run");
const verdicts: readonly Verdict[] = ["passed", "failed", "error", "blocked", "skipped"];

/** A run: how far it is, its cases with failures first, and the result that is open. */
export function RunPage() {
  const { run: runId } = route.useParams();
  const status = useRunStatus(runId);
  const run = useListedRun(runId);
  return (
    <Page
      title={run?.suiteName ?? "Run"}
      note={
        status.data !== undefined && (
          <>
            <Status of={status.data.outcome ?? status.data.status} /> {run?.environmentName}
            {run !== undefined && (
              <>
                {" · "}
                <Time at={run.createdAt} />
                {run.trigger !== null && ` · ${triggerNames[run.trigger]}`}
              </>
            )}
          </>
        )
      }
    >
      <QueryView query={status}>
        {(found) => (
          <>
            <RunActions runId={runId} status={found} run={run} />
            <RunProgress status={found} />
            <Results key={runId} runId={runId} status={found} suiteId={run?.suiteId ?? null} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

interface ResultsProps {
  readonly runId: string;
  readonly status: RunStatus;
  readonly suiteId: string | null;
}

function Results({ runId, status, suiteId }: ResultsProps) {
  const { filter = "", case: position } = route.useSearch();
  const navigate = useNavigate({ from: "/$org/$project/runs/$run" });
  const { id: projectId } = useProject();
  const [text, setText] = useState(filter);
  const { terms, words } = readFilter(text, ["verdict"]);
  const wanted = verdicts.find((verdict) => verdict === terms.get("verdict")?.[0]);
  const cases = useRows("listRunCases", {
    projectId,
    runId,
    order: "failures",
    ...(words === "" ? {} : { query: words }),
    ...(wanted === undefined ? {} : { verdict: wanted }),
  });
  const search = (next: string) => {
    setText(next);
    void navigate({ search: (old) => ({ ...old, filter: next || undefined }), replace: true });
  };
  const show = (next: number | undefined) =>
    void navigate({ search: (old) => ({ ...old, case: next }), replace: position !== undefined });
  const step = (by: number) => {
    const rows = cases.data;
    if (rows === undefined) return;
    let at = 0;
    while (at < rows.count && rows.at(at)?.position !== position) at += 1;
    const next = rows.at(position === undefined ? 0 : at + by);
    if (next !== undefined) show(next.position);
  };
  useShortcut("]", "Show next case", () => step(1));
  useShortcut("[", "Show previous case", () => step(-1));
  return (
    <>
      <FilterBox label="Filter cases, such as verdict:failed" text={text} onChange={search} />
      <QueryView query={cases}>
        {(rows) => <RunCases rows={rows} status={status} filter={text} onPeek={show} />}
      </QueryView>
      {position !== undefined && (
        <ResultPanel
          key={position}
          runId={runId}
          suiteId={suiteId}
          position={position}
          onStep={step}
          onClose={() => show(undefined)}
        />
      )}
    </>
  );
}
