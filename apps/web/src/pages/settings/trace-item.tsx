import type { ReactNode } from "react";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import styles from "./settings.module.css";

/** What a provider sent: where it ended, and what to change. */
export interface Trace {
  readonly startedAt: string;
  readonly result: "success" | "refused";
  readonly reason: string | null;
  readonly detail: string | null;
  readonly fix: string | null;
  readonly steps: readonly {
    readonly step: string;
    readonly result: "passed" | "refused";
    readonly detail: string | null;
  }[];
  readonly received: Readonly<Record<string, readonly string[]>>;
}

export interface TraceItemProps {
  readonly trace: Trace;
  /** What it is, in the summary. */
  readonly children: ReactNode;
  /** Facts besides what arrived. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
}

/** One item of a log, whose details are behind its summary. */
export function TraceItem({ trace, children, facts = [] }: TraceItemProps) {
  const { startedAt, result, reason, detail, fix, steps, received } = trace;
  return (
    <li>
      <details className={styles["full"]}>
        <summary>
          <Status of={result} /> {children} <Time at={startedAt} />{" "}
          {reason !== null && <code>{reason}</code>}
        </summary>
        {detail !== null && <p>{detail}</p>}
        {fix !== null && <p>{fix}</p>}
        <ol aria-label="Steps">
          {steps.map((one) => (
            <li key={one.step}>
              <Status of={one.result} /> {one.step}
              {/* The detail of the step where it ended is shown above. */}
              {one.detail !== null && one.detail !== detail && `: ${one.detail}`}
            </li>
          ))}
        </ol>
        <dl aria-label="What arrived">
          {facts.map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
          {Object.entries(received).map(([name, values]) => (
            <Fact key={name} name={<code>{name}</code>} value={values.join(", ")} />
          ))}
        </dl>
      </details>
    </li>
  );
}

const Fact = ({ name, value }: { readonly name: ReactNode; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
