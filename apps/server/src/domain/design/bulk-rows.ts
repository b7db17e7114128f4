import { sql, type RawBuilder } from "kysely";
import { yieldToEventLoop } from "../../platform/database/yield-to-event-loop.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { ColumnType, DesignTable } from "./design-columns.ts";
import type { VersionPlace } from "./design.types.ts";
import { chunkRows, packRows, type AnyRow, type PackedRows } from "./packed-rows.ts";

/** The rows as a relation with these columns. */
export function asRelation(
  { columns }: PackedRows,
  types: Readonly<Record<string, ColumnType>>,
): RawBuilder<unknown> {
  const entries = Object.entries(types);
  const arrays = entries.map(
    ([column, type]) =>
      sql`${sql.val(columns[column])}::${sql.raw(type === "value" ? "json" : type)}[]`,
  );
  const names = entries.map(([column]) => sql.ref(column));
  return sql`unnest(${sql.join(arrays)}) as given(${sql.join(names)})`;
}

/** Writes new rows of one kind, in several statements where they are many or long. */
export async function insertPackedRows(
  db: Database,
  { name, columns, isStamped }: DesignTable,
  place: VersionPlace,
  rows: PackedRows,
  now: Date,
): Promise<void> {
  const names = Object.keys(columns).map((column) => sql.ref(column));
  const stamp = isStamped
    ? {
        names: sql`, created_at, modified_at`,
        values: sql`, ${now}::timestamptz, ${now}::timestamptz`,
      }
    : { names: sql``, values: sql`` };
  for (const part of chunkRows(rows)) {
    await sql`insert into ${sql.table(name)}
      (organization_id, version_id, ${sql.join(names)}${stamp.names})
      select ${place.organizationId}::uuid, ${place.versionId}::uuid, given.*${stamp.values}
      from ${asRelation(part, columns)}`.execute(db);
    await yieldToEventLoop();
  }
}

/** Gives rows of one kind, which are there, the values of these; each becomes a version newer. */
export async function updatePackedRows(
  db: Database,
  { name, columns, isStamped }: DesignTable,
  place: VersionPlace,
  rows: PackedRows,
  now: Date,
): Promise<void> {
  const changes = Object.keys(columns)
    .filter((column) => column !== "id")
    .map((column) => sql`${sql.ref(column)} = given.${sql.ref(column)}`);
  const stamp = isStamped ? sql`, modified_at = ${now}, row_version = item.row_version + 1` : sql``;
  for (const part of chunkRows(rows)) {
    await sql`update ${sql.table(name)} as item set ${sql.join(changes)}${stamp}
      from ${asRelation(part, columns)}
      where item.organization_id = ${place.organizationId}
        and item.version_id = ${place.versionId} and item.id = given.id`.execute(db);
    await yieldToEventLoop();
  }
}

export const insertRows = (
  db: Database,
  table: DesignTable,
  place: VersionPlace,
  rows: readonly AnyRow[],
  now: Date,
): Promise<void> => insertPackedRows(db, table, place, packRows(table, rows), now);

export const updateRows = (
  db: Database,
  table: DesignTable,
  place: VersionPlace,
  rows: readonly AnyRow[],
  now: Date,
): Promise<void> => updatePackedRows(db, table, place, packRows(table, rows), now);

const idsAtOnce = 5_000;

export async function deleteRows(
  db: Database,
  { name }: DesignTable,
  place: VersionPlace,
  ids: readonly string[],
): Promise<void> {
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    await sql`delete from ${sql.table(name)}
      where organization_id = ${place.organizationId} and version_id = ${place.versionId}
        and id = any(${sql.val(ids.slice(at, at + idsAtOnce))}::uuid[])`.execute(db);
    await yieldToEventLoop();
  }
}
