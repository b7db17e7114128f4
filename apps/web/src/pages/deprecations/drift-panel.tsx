import { driftKinds } from "@lintel/contract/words/drift";
import type { Item } from "../../api/api.ts";
import { showForeignTitle } from "../../parts/foreign-text.ts";
import { Panel } from "../../parts/panel.tsx";
import { Time } from "../../parts/time.tsx";
import styles from "./deprecation.module.css";

export interface DriftPanelProps {
  readonly drift: Item<"listDrift">;
  readonly onClose: () => void;
}

/** How the sampled answers of one operation differ from the document, the most frequent first. */
export function DriftPanel({ drift, onClose }: DriftPanelProps) {
  return (
    <Panel title={showForeignTitle(drift.operation)} onClose={onClose}>
      <ul className={styles["checks"]}>
        {drift.mismatches.map(({ status, kind, pointer, answers, lastSeenAt }) => (
          <li key={`${status} ${kind} ${pointer}`}>
            <span>
              {status} <code>{showForeignTitle(pointer)}</code> {driftKinds[kind]}{" "}
              <span className={styles["note"]}>
                {answers.toLocaleString("en")} {answers === 1 ? "answer" : "answers"}, last{" "}
                <Time at={lastSeenAt} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
