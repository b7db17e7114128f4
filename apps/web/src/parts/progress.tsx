import styles from "./progress.module.css";

export interface ProgressProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
}

/** How far long work is: a bar with its count. */
export function Progress({ label, done, total }: ProgressProps) {
  return (
    <div className={styles["progress"]}>
      <progress aria-label={label} value={done} max={Math.max(total, 1)} />
      <span>
        {done.toLocaleString("en")} of {total.toLocaleString("en")}
      </span>
    </div>
  );
}
