import { useState } from "react";
import type { FindingStatus } from "@lintel/contract/words/security";
import type { Item } from "../../api/api.ts";
import type { Rows } from "../../api/rows.ts";
import { SelectionBar } from "../../parts/selection-bar.tsx";
import type { Selection } from "../../parts/selection.ts";
import type { FindingQuery } from "./finding-filter.ts";
import { useTriageKeys } from "./triage-keys.ts";
import { TriageMenu } from "./triage-menu.tsx";
import { useTriage } from "./use-triage.ts";

type Finding = Item<"listFindings">;

export interface TriageListProps {
  readonly rows: Rows<Finding>;
  readonly query: FindingQuery;
  readonly selection: Selection;
}

/** Decides about the selected findings, or with none selected about the one that has the focus. */
export function TriageList({ rows, query, selection }: TriageListProps) {
  const triage = useTriage();
  const [all, setAll] = useState<string | null>(null);
  const asked = JSON.stringify(query);
  const isAll = all === asked && selection.keys.size > 0;
  const clear = () => {
    setAll(null);
    selection.onChange(new Set());
  };
  const decideSelected = async (status: FindingStatus) => {
    const findings = readRows(rows).filter(({ id }) => selection.keys.has(id));
    await triage(isAll ? { query } : { findings }, status);
    clear();
  };
  const decideFocused = (status: FindingStatus) => {
    const index = focusedRow();
    const finding = index === null ? undefined : rows.at(index);
    if (index === null || finding === undefined) return;
    void triage({ findings: [finding] }, status).then(() => focusLater(index));
  };
  useTriageKeys((status) => {
    if (selection.keys.size > 0) void decideSelected(status);
    else decideFocused(status);
  });
  if (selection.keys.size === 0) return null;
  return (
    <SelectionBar
      label="Selected findings"
      count={isAll ? rows.count : selection.keys.size}
      all={{ count: rows.count, onSelect: () => setAll(asked) }}
      onClear={clear}
    >
      <TriageMenu current={null} onDecide={(status) => void decideSelected(status)} />
    </SelectionBar>
  );
}

/** The rows that have been read. */
function readRows(rows: Rows<Finding>): readonly Finding[] {
  return Array.from({ length: rows.count }, (_, index) => rows.at(index)).filter(
    (row) => row !== undefined,
  );
}

function focusedRow(): number | null {
  const row = document.activeElement?.closest<HTMLElement>("[data-row]");
  return row === null || row === undefined ? null : Number(row.dataset["row"]);
}

/** The row that takes the place of one that has left the list gets the focus. */
function focusLater(index: number): void {
  requestAnimationFrame(() => {
    const place = (at: number) => document.querySelector<HTMLElement>(`[data-row="${at}"] a`);
    (place(index) ?? place(index - 1))?.focus();
  });
}
