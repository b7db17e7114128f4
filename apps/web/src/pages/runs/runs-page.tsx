import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { runTriggers } from "@lintel/contract/words/runs";
import { useRows } from "../../api/use-rows.ts";
import { useApi, useProject } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Select } from "../../parts/select.tsx";
import { Empty } from "../../parts/view-state.tsx";
import type { RunsSearch } from "./runs-search.ts";
import { filterOf, runStates, stateNames } from "./run-states.ts";
import { TestsTabs } from "../tests/tests-tabs.tsx";
import { triggerNames } from "./trigger-names.ts";
import { ListViews } from "../views/list-views.tsx";
import { RunTable, runColumns } from "./run-table.tsx";
import styles from "./runs.module.css";

const Trend = lazy(async () => ({ default: (await import("./trend.tsx")).Trend }));
const route = getRouteApi("/$org/$project/runs");

/** The runs of the project, or those of one suite with their trend. */
export function RunsPage() {
  const search = route.useSearch();
  const { suite, environment, state, trigger, hide } = search;
  const navigate = useNavigate({ from: "/$org/$project/runs" });
  const { id: projectId } = useProject();
  const api = useApi();
  const { data: suites = [] } = useQuery(api.list("listSuites", { projectId }));
  const { data: environments = [] } = useQuery(api.query("listEnvironments", { projectId }));
  const runs = useRows("listRuns", {
    projectId,
    ...(suite === undefined ? {} : { suiteId: suite }),
    ...(environment === undefined ? {} : { environmentId: environment }),
    ...(trigger === undefined ? {} : { trigger }),
    ...filterOf(state),
  });
  const isFiltered = Object.keys(search).some((key) => key !== "hide");
  const change = (next: RunsSearch) => void navigate({ search: { ...search, ...next } });
  return (
    <Page title="Runs" note={runs.data?.count.toLocaleString("en")}>
      <TestsTabs />
      <div className={styles["filters"]}>
        <Select
          label="Suite"
          isBare
          value={suite ?? ""}
          choices={[{ value: "", name: "All suites" }, ...choicesOf(suites)]}
          onChange={(id) => change({ suite: id || undefined })}
        />
        <Select
          label="State"
          isBare
          value={state ?? ""}
          choices={[
            { value: "" as const, name: "All states" },
            ...runStates.map((value) => ({ value, name: stateNames[value] })),
          ]}
          onChange={(next) => change({ state: next || undefined })}
        />
        <Select
          label="Environment"
          isBare
          value={environment ?? ""}
          choices={[{ value: "", name: "All environments" }, ...choicesOf(environments)]}
          onChange={(id) => change({ environment: id || undefined })}
        />
        <Select
          label="Started by"
          isBare
          value={trigger ?? ""}
          choices={[
            { value: "" as const, name: "Started by anyone" },
            ...runTriggers.map((value) => ({ value, name: triggerNames[value] })),
          ]}
          onChange={(next) => change({ trigger: next || undefined })}
        />
        <ListViews list="runs" columns={runColumns} />
      </div>
      {suite !== undefined && (
        <Suspense>
          <Trend suiteId={suite} />
        </Suspense>
      )}
      <QueryView query={runs}>
        {(rows) =>
          rows.count === 0 && isFiltered ? (
            <Empty text="No run matches.">
              <Button onPress={() => void navigate({ search: { hide } })}>Clear filter</Button>
            </Empty>
          ) : rows.count === 0 ? (
            <Empty text="No runs yet. Open a suite and run it." />
          ) : (
            <RunTable rows={rows} hide={hide} />
          )
        }
      </QueryView>
    </Page>
  );
}

const choicesOf = (named: readonly { readonly id: string; readonly name: string }[]) =>
  named.map(({ id, name }) => ({ value: id, name }));
