import { CircleCheck, CircleX } from "lucide-react";
import type { Item } from "../../api/api.ts";
import tones from "../../styles/tones.module.css";
import { diffLines } from "./diff-lines.ts";
import styles from "./result-view.module.css";

type Assertion = Item<"listRunResults">["assertions"][number];

/** What was checked: failed assertions first, each with what was expected and what came. */
export function AssertionList({ assertions }: { readonly assertions: readonly Assertion[] }) {
  if (assertions.length === 0) return null;
  const failed = assertions.filter(({ isPassed }) => !isPassed);
  const ordered = [...failed, ...assertions.filter(({ isPassed }) => isPassed)];
  return (
    <section aria-label="Assertion results">
      <h3>
        {failed.length === 0
          ? `${countAssertions(assertions.length)} passed`
          : `${failed.length} of ${countAssertions(assertions.length)} failed`}
      </h3>
      {ordered.map((assertion, at) => (
        // The order of a result does not change, and labels repeat.
        <AssertionRow key={`${at} ${assertion.label}`} assertion={assertion} />
      ))}
    </section>
  );
}

function AssertionRow({ assertion }: { readonly assertion: Assertion }) {
  const { label, operator, isPassed, message, expected } = assertion;
  // What another operator expects, such as "notContains", is not what should have come.
  const isComparable = operator === "equals" && expected !== null && expected !== undefined;
  const Icon = isPassed ? CircleCheck : CircleX;
  return (
    <div className={styles["assertion"]}>
      <div className={styles["line"]}>
        <span className={tones[isPassed ? "good" : "bad"]}>
          <Icon size={14} strokeWidth={2} aria-label={isPassed ? "Passed" : "Failed"} />
        </span>
        <span className={styles["label"]}>
          {label} {operator} {isPassed && <code>{show(expected)}</code>}
        </span>
      </div>
      {!isPassed && message !== null && <p className={styles["message"]}>{message}</p>}
      {!isPassed && isComparable && <Difference {...assertion} />}
    </div>
  );
}

function Difference({ expected, actual }: Pick<Assertion, "expected" | "actual">) {
  const lines = diffLines(show(expected), show(actual));
  const looks = { "-": styles["gone"], "+": styles["new"], " ": "" };
  return (
    <>
      <div className={styles["diff"]} tabIndex={0} role="group" aria-label="Expected and actual">
        {lines.map(({ sign, text }, at) => (
          <div key={`${at} ${text}`} data-sign={sign} className={`${styles["row"]} ${looks[sign]}`}>
            {text}
          </div>
        ))}
      </div>
      <p className={styles["legend"]}>− expected, + actual</p>
    </>
  );
}

const countAssertions = (count: number): string =>
  count === 1 ? "1 assertion" : `${count} assertions`;

const show = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);
