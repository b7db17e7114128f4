import { Link } from "@tanstack/react-router";
import type { Item } from "../../api/api.ts";
import type { Rows } from "../../api/rows.ts";
import { Status } from "../../parts/status.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Empty } from "../../parts/view-state.tsx";
import { showMs } from "../../request/show-answer.ts";
import type { RunStatus } from "../tests/use-run.ts";
import styles from "./runs.module.css";

type RunCase = Item<"listRunCases">;

export interface RunCasesProps {
  readonly rows: Rows<RunCase>;
  readonly status: RunStatus;
  readonly filter: string;
  readonly onPeek: (position: number) => void;
}

/** The cases of a run, failures first. */
export function RunCases({ rows, status, filter, onPeek }: RunCasesProps) {
  if (rows.count === 0)
    return (
      <Empty
        text={
          filter !== ""
            ? `No case matches “${filter}”.`
            : status.status === "finished"
              ? "The run has no results."
              : "The first results come soon."
        }
      />
    );
  return (
    <Table
      label="Cases of the run"
      columns={columns}
      rows={rows}
      keyOf={({ position }) => String(position)}
      onPeek={({ position }) => onPeek(position)}
    />
  );
}

const columns: readonly Column<RunCase>[] = [
  {
    name: "Case",
    cell: ({ name, position }) => (
      <Link from="/$org/$project/runs/$run" to="." search={(old) => ({ ...old, case: position })}>
        {name}
      </Link>
    ),
  },
  { name: "Verdict", width: "100px", cell: ({ verdict }) => <Status of={verdict} /> },
  {
    name: "Message",
    width: "36%",
    isMinor: true,
    cell: ({ message }) => (
      <span className={styles["note"]} title={message ?? undefined}>
        {message}
      </span>
    ),
  },
  { name: "Row", width: "56px", kind: "number", isMinor: true, cell: ({ row }) => row ?? "" },
  { name: "Time", width: "80px", kind: "number", cell: ({ elapsedMs }) => showMs(elapsedMs) },
];
