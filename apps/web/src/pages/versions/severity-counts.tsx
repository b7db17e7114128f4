import { changeSeverities } from "@lintel/contract/words/comparison";
import type { Comparison } from "@lintel/contract/shapes/comparison";
import { Status } from "../../parts/status.tsx";
import styles from "./severity-counts.module.css";

export interface SeverityCountsProps {
  readonly counts: Comparison["counts"];
  /** Whether severities without a change are left out. */
  readonly isShort?: boolean;
  /** The severity that is shown alone; with `onPick`, a press on a count chooses it. */
  readonly picked?: string | null;
  readonly onPick?: (severity: string) => void;
}

/** How many changes break clients, must be looked at, or are safe. */
export function SeverityCounts(props: SeverityCountsProps) {
  const { counts, isShort = false, picked = null, onPick } = props;
  const shown = changeSeverities.filter((severity) => !isShort || counts[severity] > 0);
  return (
    <ul className={styles["counts"]} aria-label="Changes by severity">
      {shown.map((severity) => {
        const status = <Status of={`${severity}Change`} count={counts[severity]} />;
        return (
          <li key={severity}>
            {onPick === undefined ? (
              status
            ) : (
              <button
                type="button"
                className={styles["pick"]}
                aria-pressed={picked === severity}
                onClick={() => onPick(severity)}
              >
                {status}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
