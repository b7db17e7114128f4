import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Item } from "../../api/api.ts";
import type { Rows } from "../../api/rows.ts";
import { Button } from "../../parts/button.tsx";
import { SelectionBar } from "../../parts/selection-bar.tsx";
import { Status } from "../../parts/status.tsx";
import { Table, type Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { showMs } from "../../request/show-answer.ts";
import tones from "../../styles/tones.module.css";
import { triggerNames } from "./trigger-names.ts";
import { shownColumns } from "../views/hidden-columns.ts";
import { listCounts } from "./verdict-counts.ts";

type Run = Item<"listRuns">;

/** Runs, the newest first. Two that are selected can be compared. */
export function RunTable({
  rows,
  hide,
}: {
  readonly rows: Rows<Run>;
  readonly hide: string | undefined;
}) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { org = "", project = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const compare = () => {
    const ordered = Array.from({ length: rows.count }, (_, at) => rows.at(at)?.id);
    // The newest is first in the list.
    const [other, run] = ordered.filter((id) => id !== undefined && selected.has(id));
    if (run === undefined || other === undefined) return;
    const to = "/$org/$project/runs/$run/compare/$other";
    void navigate({ to, params: { org, project, run, other } });
  };
  return (
    <>
      <Table
        label="Runs"
        columns={shownColumns(runColumns, hide)}
        rows={rows}
        keyOf={({ id }) => id}
        selection={{ keys: selected, onChange: setSelected }}
      />
      {selected.size > 0 && (
        <SelectionBar
          label="Selected runs"
          count={selected.size}
          onClear={() => setSelected(new Set())}
        >
          <Button
            kind="quiet"
            onPress={compare}
            reason={selected.size === 2 ? null : "Select two runs to compare them."}
          >
            Compare runs
          </Button>
        </SelectionBar>
      )}
    </>
  );
}

export const runColumns: readonly Column<Run>[] = [
  { name: "Suite", cell: (run) => <RunLink run={run} /> },
  {
    name: "Outcome",
    width: "110px",
    cell: ({ outcome, status }) => <Status of={outcome ?? status} />,
  },
  {
    name: "Cases",
    width: "220px",
    isMinor: true,
    cell: (run) =>
      listCounts(run).map(({ name, count, tone }) => (
        <span key={name} className={tones[tone]}>
          {count.toLocaleString("en")} {name}{" "}
        </span>
      )),
  },
  {
    name: "Environment",
    width: "140px",
    isMinor: true,
    cell: ({ environmentName }) => environmentName ?? "–",
  },
  {
    name: "Started by",
    width: "104px",
    isMinor: true,
    cell: ({ trigger }) => (trigger === null ? "–" : triggerNames[trigger]),
  },
  {
    name: "Duration",
    width: "90px",
    kind: "number",
    isMinor: true,
    cell: ({ currentDurationMs }) => showMs(currentDurationMs),
  },
  { name: "Started", width: "110px", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function RunLink({ run: { id, suiteName } }: { readonly run: Run }) {
  const { org = "", project = "" } = useParams({ strict: false });
  return (
    <Link to="/$org/$project/runs/$run" params={{ org, project, run: id }}>
      {suiteName}
    </Link>
  );
}
