import { Link } from "@tanstack/react-router";
import { Refusal } from "../../parts/refusal.tsx";
import { LoadingRows } from "../../parts/view-state.tsx";
import { ResultView } from "../tests/result-view.tsx";
import type { CaseRun } from "./use-case-run.ts";
import { useSuitePlace } from "./use-suite.ts";
import styles from "./suites.module.css";

/** How the case ended last. */
export function CaseResultPart({ run }: { readonly run: CaseRun }) {
  const { params } = useSuitePlace();
  const { org, project } = params;
  return (
    <section
      className={styles["result"]}
      aria-label="Last result"
      aria-live="polite"
      aria-busy={run.isRunning}
    >
      <div className={styles["groupHead"]}>
        <h2>Last result</h2>
        {run.result !== null && run.runId !== null && (
          <Link to="/$org/$project/runs/$run" params={{ org, project, run: run.runId }}>
            Open run
          </Link>
        )}
      </div>
      <Refusal error={run.error} />
      {run.isRunning && <LoadingRows rows={4} />}
      {run.result !== null && <ResultView result={run.result} />}
      {run.result === null && !run.isRunning && (
        <p className={styles["note"]}>{run.message ?? "The case has not run yet."}</p>
      )}
    </section>
  );
}
