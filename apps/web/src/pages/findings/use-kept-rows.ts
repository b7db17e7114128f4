import { useState } from "react";
import type { FindingStatus } from "@lintel/contract/words/security";
import type { Item } from "../../api/api.ts";
import type { Rows } from "../../api/rows.ts";

/** `isKept`: the filter does not find it any more. */
export type ShownFinding = Item<"listFindings"> & { readonly isKept?: boolean };

interface PlacedFinding {
  readonly index: number;
  readonly row: ShownFinding;
}

export interface Keeping {
  readonly keep: (placed: readonly PlacedFinding[], status: FindingStatus) => void;
  readonly drop: (ids: readonly string[]) => void;
}

/**
 * The findings that were triaged in a list: they stay where they were until it is asked for something else.
 *
 * @param asked - what the list shows: filter and order
 */
export function useKeptRows(asked: string): Keeping & { readonly rows: readonly PlacedFinding[] } {
  const [state, setState] = useState<{ asked: string; rows: readonly PlacedFinding[] }>({
    asked,
    rows: [],
  });
  // A list that is asked for again later has only what is found then.
  if (state.asked !== asked) setState({ asked, rows: [] });
  const rows = state.asked === asked ? state.rows : [];
  const without = (old: typeof state, ids: readonly string[]) =>
    old.asked === asked ? old.rows.filter(({ row }) => !ids.includes(row.id)) : [];
  return {
    rows,
    keep: (placed, status) =>
      setState((old) => {
        const others = without(
          old,
          placed.map(({ row }) => row.id),
        );
        const next = placed.map(({ index, row }) => ({ index, row: { ...row, status } }));
        return { asked, rows: [...others, ...next] };
      }),
    drop: (ids) => setState((old) => ({ asked, rows: without(old, ids) })),
  };
}

/** The rows of a list with those that have left it, at the places that they had. */
export function withKept(
  found: Rows<ShownFinding>,
  kept: readonly PlacedFinding[],
): Rows<ShownFinding> {
  const present = new Set(kept.length === 0 ? [] : found.read?.().map(({ id }) => id));
  const gone = kept
    .filter(({ row }) => !present.has(row.id))
    .sort((one, other) => one.index - other.index)
    .map(({ index, row }, before) => ({
      index: Math.min(index, found.count + before),
      row: { ...row, isKept: true },
    }));
  if (gone.length === 0) return found;
  const byIndex = new Map(gone.map(({ index, row }) => [index, row]));
  const inFound = (at: number) => at - gone.filter(({ index }) => index < at).length;
  const { onShow } = found;
  return {
    count: found.count + gone.length,
    at: (index) => byIndex.get(index) ?? found.at(inFound(index)),
    ...(onShow === undefined
      ? {}
      : {
          onShow: (first: number, last: number) =>
            onShow(inFound(first), Math.max(0, Math.min(found.count - 1, inFound(last)))),
        }),
  };
}
