import { useState } from "react";
import { describeError, requestIdOf } from "../../api/refusal.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/checkbox.tsx";
import { DiffView } from "../../parts/diff-view.tsx";
import { Method } from "../../parts/method.tsx";
import { Failure, LoadingRows } from "../../parts/view-state.tsx";
import { countSeverities, readPointer, type ChangeGroup } from "./change-groups.ts";
import { ChangeItem } from "./change-item.tsx";
import { SeverityCounts } from "./severity-counts.tsx";
import type { useDocuments } from "./use-documents.ts";
import styles from "./compare.module.css";

/** So many changes of one group are shown at first. */
const firstChanges = 40;

type Documents = ReturnType<typeof useDocuments>;

export interface ChangeGroupProps {
  readonly index: number;
  readonly group: ChangeGroup;
  readonly baseline: string;
  readonly documents: Documents;
  readonly isViewed: boolean;
  readonly onViewed: () => void;
  readonly areLinesOpen: boolean;
}

/** The changes of one endpoint or component, and its lines before and after. What was viewed is folded. */
export function ChangeGroupView(props: ChangeGroupProps) {
  const { index, group, baseline, documents, isViewed, onViewed, areLinesOpen } = props;
  const { method, title, changes, pointers } = group;
  const [isWhole, setIsWhole] = useState(false);
  const [isOpen, setIsOpen] = useState(areLinesOpen);
  const name = `${method?.toUpperCase() ?? ""} ${title}`.trim();
  const shown = isWhole ? changes : changes.slice(0, firstChanges);
  return (
    <section className={styles["group"]} aria-label={name} data-group={index}>
      <div className={styles["groupHead"]}>
        <h2 className={styles["groupTitle"]}>
          {method !== null && <Method name={method} />}
          <span>{title}</span>
        </h2>
        <SeverityCounts counts={countSeverities(changes)} isShort />
        <Checkbox label="Viewed" isChecked={isViewed} onChange={onViewed} />
      </div>
      {!isViewed && (
        <>
          <ul className={styles["changes"]}>
            {shown.map((change) => (
              <ChangeItem key={change.id} change={change} baseline={baseline} />
            ))}
          </ul>
          {shown.length < changes.length && (
            <Button kind="quiet" onPress={() => setIsWhole(true)}>
              Show all {changes.length} changes
            </Button>
          )}
          {pointers !== null &&
            (isOpen ? (
              <Lines name={name} pointers={pointers} documents={documents} />
            ) : (
              <Button kind="quiet" onPress={() => setIsOpen(true)}>
                Show lines
              </Button>
            ))}
        </>
      )}
    </section>
  );
}

interface LinesProps {
  readonly name: string;
  readonly pointers: NonNullable<ChangeGroup["pointers"]>;
  readonly documents: Documents;
}

function Lines({ name, pointers, documents }: LinesProps) {
  const { before, after, error, retry } = documents;
  if (error !== null)
    return <Failure text={describeError(error)} requestId={requestIdOf(error)} onRetry={retry} />;
  if (before === undefined || after === undefined) return <LoadingRows rows={4} />;
  return (
    <DiffView
      label={`Lines of ${name}`}
      before={print(readPointer(before, pointers.before))}
      after={print(readPointer(after, pointers.after))}
    />
  );
}

const print = (value: unknown): string =>
  value === undefined ? "" : JSON.stringify(value, null, 2);
