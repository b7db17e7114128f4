import { Link } from "@tanstack/react-router";
import type { Output } from "../../api/api.ts";
import { Status } from "../../parts/status.tsx";
import { namePlace } from "../../design/place-of-pointer.ts";
import { useVersionPlace } from "../../design/use-version.ts";
import styles from "./change-list.module.css";

export interface LintErrorsProps {
  readonly findings: Output<"lintSpecVersion">["findings"];
  /** All findings, with the warnings and those that are not listed. */
  readonly total: number;
  readonly versionId: string;
}

/** The errors that hold a publication back, and the way to all problems. */
export function LintErrors({ findings, total, versionId }: LintErrorsProps) {
  const { params } = useVersionPlace();
  const errors = findings.filter(({ severity }) => severity === "error");
  const toProblems = (
    <Link
      className={styles["link"]}
      to="/$org/$project/specs/$spec/$version/lint"
      params={{ ...params, version: versionId }}
    >
      {total === 1 ? "Open 1 problem" : `Open ${total.toLocaleString("en")} problems`}
    </Link>
  );
  if (total === 0) return <p>The document follows every rule that is on.</p>;
  if (errors.length === 0)
    return (
      <p>
        <Status of="warn" count={total} /> No error holds it back. {toProblems}
      </p>
    );
  return (
    <>
      <p>
        <Status of="error" count={errors.length} /> The rules of the organization hold it back.{" "}
        {toProblems}
      </p>
      <ul className={styles["list"]} aria-label="Errors" tabIndex={0}>
        {errors.slice(0, 20).map(({ rule, pointer, message }) => (
          <li key={`${rule} ${pointer} ${message}`}>
            <Status of="error" />
            <span className={styles["text"]}>
              {message} <span className={styles["advice"]}>{namePlace(pointer)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
