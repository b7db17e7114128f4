import { listDesignUsages } from "@lintel/openapi/usages";
import { designKinds, designTables, type DesignKind } from "./design-columns.ts";
import type { StoredDesign } from "./design.types.ts";
import {
  packRows,
  packUsages,
  toDocumentColumns,
  type AnyRow,
  type DocumentColumns,
  type PackedRows,
} from "./packed-rows.ts";

/** The changes of the rows of one kind. */
export interface RowChanges {
  readonly added: PackedRows;
  readonly changed: PackedRows;
  readonly removed: readonly string[];
}

/** How one design becomes another, ready to be written. */
export interface DesignChanges {
  readonly document: DocumentColumns;
  readonly rows: Readonly<Record<DesignKind, RowChanges>>;
  /** All that the new design refers to. */
  readonly usages: PackedRows;
}

/** What brings a version's rows from `before` to `after`; rows of both keep their ids. */
export function diffDesigns(before: StoredDesign, after: StoredDesign): DesignChanges {
  const rows = designKinds.map((kind) => [kind, diffRows(before, after, kind)]);
  return {
    document: toDocumentColumns(after.document),
    rows: Object.fromEntries(rows) as DesignChanges["rows"],
    usages: packUsages(listDesignUsages(after)),
  };
}

function diffRows(before: StoredDesign, after: StoredDesign, kind: DesignKind): RowChanges {
  const old = new Map<string, AnyRow>(before[kind].map((row) => [row.id, row]));
  const now: readonly AnyRow[] = after[kind];
  const kept = new Set(now.map(({ id }) => id));
  const columns = Object.keys(designTables[kind].columns);
  const added = now.filter(({ id }) => !old.has(id));
  const changed = now.filter((row) => {
    const was = old.get(row.id);
    return was !== undefined && was !== row && !isSameRow(was, row, columns);
  });
  return {
    added: packRows(designTables[kind], added),
    changed: packRows(designTables[kind], changed),
    removed: [...old.keys()].filter((id) => !kept.has(id)),
  };
}

/** Order of members counts: it is part of the document. */
function isSameRow(left: object, right: object, columns: readonly string[]): boolean {
  const values = (row: object) =>
    JSON.stringify(
      columns.map((column) => (row as Readonly<Record<string, unknown>>)[column] ?? null),
    );
  return values(left) === values(right);
}
