import { listDesignUsages, type DesignUsage } from "@lintel/openapi/usages";
import type { DocumentRow } from "@lintel/openapi/design";
import {
  designKinds,
  designTables,
  type ColumnType,
  type DesignKind,
  type DesignTable,
} from "./design-columns.ts";
import type { StoredDesign } from "./design.types.ts";

/** A row of any kind, as the table of its kind names the columns. */
export type AnyRow = object & { readonly id: string };

/** What a column of a row is written as: JSON as its text. */
export type PackedValue = string | number | boolean | null;

/**
 * Rows as lists of values, one a column: what a statement takes, and what is copied between threads
 * for next to nothing, as JSON of users is text in it.
 */
export interface PackedRows {
  readonly count: number;
  readonly columns: Readonly<Record<string, readonly PackedValue[]>>;
}

/** The columns of a version that hold its document's own members. */
export type DocumentColumns = ReturnType<typeof toDocumentColumns>;

/** A whole design, ready to be written. */
export interface PackedDesign {
  readonly document: DocumentColumns;
  readonly rows: Readonly<Record<DesignKind, PackedRows>>;
  readonly usages: PackedRows;
}

function toValue(value: unknown, type: ColumnType): PackedValue {
  if (type === "value") return JSON.stringify(value ?? null);
  if (value === null || value === undefined) return null;
  return type === "json" ? JSON.stringify(value) : (value as PackedValue);
}

/** Packs rows of one kind, in their order. */
export function packRows({ columns: types }: DesignTable, rows: readonly AnyRow[]): PackedRows {
  const columns = Object.entries(types).map(([column, type]) => [
    column,
    rows.map((row) => toValue((row as Readonly<Record<string, unknown>>)[column], type)),
  ]);
  return { count: rows.length, columns: Object.fromEntries(columns) as PackedRows["columns"] };
}

/** The columns of the table that says what is used where, each with PostgreSQL's type. */
export const usageColumns = {
  ownerKind: "text",
  ownerId: "uuid",
  pointer: "text",
  form: "text",
  targetKind: "text",
  target: "text",
} as const satisfies Partial<Record<keyof DesignUsage, ColumnType>>;

/** A reference may be any text of a document; what PostgreSQL cannot keep names nothing that it keeps. */
function toText(text: string | null): string | null {
  if (text === null || (text.isWellFormed() && !text.includes("\0"))) return text;
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

export function packUsages(usages: readonly DesignUsage[]): PackedRows {
  const names = Object.keys(usageColumns) as (keyof typeof usageColumns)[];
  const columns = names.map((name) => [name, usages.map((usage) => toText(usage[name]))]);
  return { count: usages.length, columns: Object.fromEntries(columns) as PackedRows["columns"] };
}

export function toDocumentColumns(document: DocumentRow) {
  const asText = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return {
    openapi: document.openapi,
    title: document.title,
    infoVersion: document.version,
    description: document.description,
    rest: asText(document.rest),
    keys: asText(document.keys),
    remnants: asText(document.remnants),
  };
}

export function packDesign(
  design: StoredDesign,
  usages: readonly DesignUsage[] = listDesignUsages(design),
): PackedDesign {
  const rows = designKinds.map((kind) => [kind, packRows(designTables[kind], design[kind])]);
  return {
    document: toDocumentColumns(design.document),
    rows: Object.fromEntries(rows) as PackedDesign["rows"],
    usages: packUsages(usages),
  };
}

/** So many rows travel in one statement, unless their texts together are long. */
const maxRows = 1_000;
/** Characters of one statement's values: what the embedded engine keeps in memory several times. */
const maxCharacters = 1 << 20;

const lengthOf = (value: PackedValue | undefined) => (typeof value === "string" ? value.length : 0);

/** Cuts rows into parts that are each quick to write, and small; one long row is a part of its own. */
export function* chunkRows({ count, columns }: PackedRows): Iterable<PackedRows> {
  const lists = Object.entries(columns);
  let from = 0;
  let length = 0;
  for (let at = 0; at < count; at += 1) {
    const own = lists.reduce((sum, [, values]) => sum + lengthOf(values[at]), 0);
    if (at > from && (at - from >= maxRows || length + own > maxCharacters)) {
      yield sliceRows(lists, from, at);
      from = at;
      length = 0;
    }
    length += own;
  }
  if (count > from) yield sliceRows(lists, from, count);
}

function sliceRows(
  lists: readonly (readonly [string, readonly PackedValue[]])[],
  from: number,
  to: number,
): PackedRows {
  const columns = lists.map(([name, values]) => [name, values.slice(from, to)]);
  return { count: to - from, columns: Object.fromEntries(columns) as PackedRows["columns"] };
}
