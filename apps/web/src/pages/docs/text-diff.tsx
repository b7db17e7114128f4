import { diffLines } from "./diff-lines.ts";
import styles from "./text-diff.module.css";

export interface TextDiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const signs = { same: " ", removed: "−", added: "+" } as const;

/** The lines of two texts: removed with −, added with +, equal ones away from changes folded. */
export function TextDiff({ label, before, after }: TextDiffProps) {
  if (before === after) return <p>The texts are equal.</p>;
  return (
    <pre className={styles["diff"]} aria-label={label} tabIndex={0}>
      {diffLines(before, after).map((line, at) =>
        line.kind === "fold" ? (
          <span key={at} className={styles["fold"]}>
            … {line.count} equal {line.count === 1 ? "line" : "lines"}
          </span>
        ) : (
          <span key={at} className={styles[line.kind]}>
            {signs[line.kind]} {line.text}
          </span>
        ),
      )}
    </pre>
  );
}
