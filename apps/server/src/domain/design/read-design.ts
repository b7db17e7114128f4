import { sql } from "kysely";
import type { DocumentRow } from "@lintel/openapi/design";
import { yieldToEventLoop } from "../../platform/database/yield-to-event-loop.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { designKinds, designTables, type DesignKind } from "./design-columns.ts";
import type { StoredDesign, VersionPlace } from "./design.types.ts";
import { parseTexts } from "./parse-texts.ts";
import { notFound } from "../../platform/problem.ts";
import { contentMark, type StoredTexts } from "./stored-texts.ts";

/** Reads a version without looking at it: a statement a kind, whose rows come as one text. */
export async function readTexts(db: Database, place: VersionPlace): Promise<StoredTexts> {
  const rows: Partial<Record<DesignKind, string>> = {};
  let contents = "";
  // One after the other: inside a transaction there is one connection anyway.
  for (const kind of designKinds) {
    const read = await readRows(db, place, kind);
    rows[kind] = read.text ?? "[]";
    contents += read.contents ?? "";
    await yieldToEventLoop();
  }
  // Last: while the version is there, so were the rows that were read before.
  const hiddenPathItemIds = await selectDeletedPathItems(db, place);
  const document = await readDocument(db, place);
  return {
    document,
    rows: rows as StoredTexts["rows"],
    contents,
    hiddenPathItemIds,
  };
}

/** All rows of a version, except deleted endpoints and their parts. */
export async function readDesign(db: Database, place: VersionPlace): Promise<StoredDesign> {
  return parseTexts(await readTexts(db, place)).design;
}

interface RowTexts {
  readonly text: string | null;
  /** Of components alone. */
  readonly contents: string | null;
}

/**
 * The rows of one kind without deleted endpoints. Parts of deleted endpoints are included. The database
 * writes all rows as one JSON text, which is parsed once: this takes a third of the time that a driver
 * needs to parse the values of each row. Both texts come from one scan, so their order is the same.
 */
async function readRows(db: Database, place: VersionPlace, kind: DesignKind): Promise<RowTexts> {
  const { name, columns } = designTables[kind];
  const isComponent = kind === "components";
  const names = Object.keys(columns)
    .filter((column) => !(isComponent && column === "content"))
    .map((column) => sql`kept.${sql.ref(column)} as ${sql.raw(`"${column}"`)}`);
  const contents = isComponent
    ? sql`string_agg(${contentMark}::text || kept.content::text, '')`
    : sql`null`;
  const living = kind === "endpoints" ? sql`and kept.deleted_at is null` : sql``;
  const { rows } = await sql<RowTexts>`select json_agg(item)::text as text, ${contents} as contents
    from ${sql.table(name)} as kept cross join lateral (select ${sql.join(names)}) as item
    where kept.organization_id = ${place.organizationId} and kept.version_id = ${place.versionId}
    ${living}`.execute(db);
  return rows[0] ?? { text: null, contents: null };
}

export async function readDocument(db: Database, place: VersionPlace): Promise<DocumentRow> {
  const row = await db
    .selectFrom("specVersion")
    .select(["openapi", "title", "infoVersion", "description", "rest", "keys", "remnants"])
    .where("organizationId", "=", place.organizationId)
    .where("id", "=", place.versionId)
    .executeTakeFirstOrThrow(() => notFound("The version"));
  const { infoVersion, ...columns } = row;
  return { ...columns, version: infoVersion };
}

/** Paths that have lost all their endpoints, and say nothing else. */
async function selectDeletedPathItems(
  db: Database,
  { organizationId, versionId }: VersionPlace,
): Promise<string[]> {
  const rows = await db
    .selectFrom("pathItem as p")
    .innerJoin("endpoint as e", (join) =>
      join
        .onRef("e.organizationId", "=", "p.organizationId")
        .onRef("e.versionId", "=", "p.versionId")
        .onRef("e.pathItemId", "=", "p.id"),
    )
    .where("p.organizationId", "=", organizationId)
    .where("p.versionId", "=", versionId)
    .where("p.rest", "is", null)
    .groupBy("p.id")
    .having(sql<boolean>`bool_and(e.deleted_at is not null)`)
    .select("p.id")
    .execute();
  return rows.map(({ id }) => id);
}
