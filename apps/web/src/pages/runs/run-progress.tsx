import { showMs } from "../../request/show-answer.ts";
import tones from "../../styles/tones.module.css";
import type { RunStatus } from "../tests/use-run.ts";
import { estimateLeft, listCounts } from "./verdict-counts.ts";
import styles from "./runs.module.css";

/** How far a run is, and how its cases ended so far. */
export function RunProgress({ status }: { readonly status: RunStatus }) {
  const { completedCases, totalCases, currentDurationMs, message } = status;
  const isRunning = status.status !== "finished";
  const left = estimateLeft(status);
  return (
    <>
      <div className={styles["bar"]}>
        {isRunning && (
          <>
            <progress
              className={styles["progress"]}
              aria-label="Progress of the run"
              max={Math.max(1, totalCases)}
              value={completedCases}
            />
            <span>
              {completedCases.toLocaleString("en")} of {totalCases.toLocaleString("en")}
              {left !== null && ` · ${showLeft(left)} left`}
            </span>
          </>
        )}
        <span className={styles["counts"]}>
          {listCounts(status).map(({ name, count, tone }) => (
            <span key={name} className={tones[tone]}>
              <b>{count.toLocaleString("en")}</b> {name}
            </span>
          ))}
          {!isRunning && <span>{showMs(currentDurationMs)}</span>}
        </span>
      </div>
      {message !== null && <p className={styles["message"]}>{message}</p>}
    </>
  );
}

/** Whole seconds, or minutes: it is an estimate. */
const showLeft = (ms: number): string =>
  ms < 90_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
