import { useQuery } from "@tanstack/react-query";
import { useApi, useProject } from "../../api/scope.ts";
import { Chart } from "../../parts/chart.tsx";
import styles from "./runs.module.css";

const shownRuns = 50;

/** The share of passed cases in the last runs of a suite. */
export function Trend({ suiteId }: { readonly suiteId: string }) {
  const { id: projectId } = useProject();
  const api = useApi();
  const runs = useQuery(api.query("listRuns", { projectId, suiteId, take: shownRuns }));
  const histories = useQuery(api.list("listCaseHistories", { projectId, suiteId }));
  const finished = (runs.data?.items ?? [])
    .filter(({ status, completedCases }) => status === "finished" && completedCases > 0)
    .toReversed();
  if (finished.length < 2) return null;
  const times = finished.map(({ createdAt }) => new Date(createdAt).getTime() / 1000);
  const passed = finished.map(({ passedCases, completedCases }) =>
    Math.round((passedCases / completedCases) * 100),
  );
  const flaky = histories.data?.filter(({ isFlaky }) => isFlaky).length ?? 0;
  return (
    <section className={styles["trend"]} aria-label="Trend">
      {flaky > 0 && (
        <p className={styles["flaky"]}>
          {flaky === 1 ? "1 case is flaky" : `${flaky} cases are flaky`} in the last 20 runs.
        </p>
      )}
      <Chart label="Passed cases" times={times} series={[{ name: "Passed, %", values: passed }]} />
    </section>
  );
}
