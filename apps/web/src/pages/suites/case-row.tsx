import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { memo } from "react";
import type { Item } from "../../api/api.ts";
import { Method } from "../../parts/method.tsx";
import tones from "../../styles/tones.module.css";
import type { TestCase } from "./use-suite.ts";
import styles from "./case-list.module.css";

export interface CaseRowProps {
  readonly row: TestCase;
  readonly params: { readonly org: string; readonly project: string; readonly suite: string };
  readonly history: Item<"listCaseHistories"> | undefined;
  readonly isShown: boolean;
  readonly isMarked: boolean;
  readonly isDraggable: boolean;
  /** Another case was dropped here. */
  readonly onDrop: (id: string, target: string) => void;
}

const dragType = "application/x-lintel-case";

/** A case of the list, with how it ended in the last run. */
export const CaseRow = memo(function CaseRow(props: CaseRowProps) {
  const { row, params, history, isShown, isMarked, isDraggable, onDrop } = props;
  const { id, name, request, isEnabled = true } = row;
  const look = `${styles["row"]} ${isMarked ? styles["marked"] : ""} ${isShown ? styles["shown"] : ""}`;
  return (
    <li
      className={look}
      draggable={isDraggable}
      onDragStart={(event) => event.dataTransfer.setData(dragType, id)}
      onDragOver={(event) => isDraggable && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const moved = event.dataTransfer.getData(dragType);
        if (moved !== "") onDrop(moved, id);
      }}
    >
      <Link
        to="/$org/$project/suites/$suite/cases/$case"
        params={{ ...params, case: id }}
        className={styles["link"] ?? ""}
        data-case={id}
        aria-current={isShown ? "page" : undefined}
        title={`${request.method} ${request.url}`}
        draggable={false}
      >
        <LastVerdict verdict={history?.verdicts[0]} />
        <Method name={request.method} />
        <span className={`${styles["name"]} ${isEnabled ? "" : styles["off"]}`}>{name}</span>
        {history?.isFlaky === true && <span className={styles["flaky"]}>flaky</span>}
      </Link>
    </li>
  );
});

type Verdict = Item<"listCaseHistories">["verdicts"][number];

function LastVerdict({ verdict }: { readonly verdict: Verdict | undefined }) {
  const [Icon, tone, word] =
    verdict === "passed"
      ? [CircleCheck, "good", "Passed"]
      : verdict === "failed" || verdict === "error"
        ? [CircleX, "bad", "Failed"]
        : [CircleDashed, "none", verdict === undefined ? "Not run yet" : "Not run"];
  return (
    <span className={tones[tone]}>
      <Icon size={14} strokeWidth={2} aria-label={word} />
    </span>
  );
}
