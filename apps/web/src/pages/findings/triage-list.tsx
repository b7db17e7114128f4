import { useState } from "react";
import type { FindingStatus } from "@lintel/contract/words/security";
import type { Item } from "../../api/api.ts";
import type { Rows } from "../../api/rows.ts";
import { SelectionBar } from "../../parts/selection-bar.tsx";
import type { Selection } from "../../parts/selection.ts";
import type { FindingQuery } from "./finding-filter.ts";
import type { Keeping } from "./use-kept-rows.ts";
import { useTriageKeys } from "./triage-keys.ts";
import { TriageMenu } from "./triage-menu.tsx";
import { useTriage } from "./use-triage.ts";

type Finding = Item<"listFindings">;

export interface TriageListProps {
  readonly rows: Rows<Finding>;
  /** How many the query finds. */
  readonly total: number;
  readonly query: FindingQuery;
  readonly selection: Selection;
  /** Keeps findings that the filter no longer finds where they are. */
  readonly keeping: Keeping;
}

/** Decides about the selected findings, or with none selected about the one that has the focus. */
export function TriageList({ rows, total, query, selection, keeping }: TriageListProps) {
  const triage = useTriage(keeping.drop);
  const [all, setAll] = useState<string | null>(null);
  const asked = JSON.stringify(query);
  const isAll = all === asked && selection.keys.size > 0;
  const clear = () => {
    setAll(null);
    selection.onChange(new Set());
  };
  const decideSelected = async (status: FindingStatus) => {
    const shown = readRows(rows).filter(({ row: { id } }) => selection.keys.has(id));
    const findings = shown.map(({ row }) => row);
    if (!isAll) keeping.keep(shown, status);
    await triage(isAll ? { query } : { findings }, status);
    clear();
  };
  const decideFocused = (status: FindingStatus) => {
    const index = focusedRow();
    const finding = index === null ? undefined : rows.at(index);
    if (index === null || finding === undefined) return;
    keeping.keep([{ index, row: finding }], status);
    focusLater(Math.min(index + 1, rows.count - 1));
    void triage({ findings: [finding] }, status);
  };
  useTriageKeys((status) => {
    if (selection.keys.size > 0) void decideSelected(status);
    else decideFocused(status);
  });
  if (selection.keys.size === 0) return null;
  return (
    <SelectionBar
      label="Selected findings"
      count={isAll ? total : selection.keys.size}
      all={{ count: total, onSelect: () => setAll(asked) }}
      onClear={clear}
    >
      <TriageMenu current={null} onDecide={(status) => void decideSelected(status)} />
    </SelectionBar>
  );
}

/** The rows that have been read, with their places. */
function readRows(rows: Rows<Finding>): readonly { index: number; row: Finding }[] {
  return Array.from({ length: rows.count }, (_, index) => {
    const row = rows.at(index);
    return row === undefined ? [] : [{ index, row }];
  }).flat();
}

function focusedRow(): number | null {
  const row = document.activeElement?.closest<HTMLElement>("[data-row]");
  return row === null || row === undefined ? null : Number(row.dataset["row"]);
}

/** The next row gets the focus; the last one keeps it. */
function focusLater(index: number): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-row="${index}"] a`)?.focus(),
  );
}
