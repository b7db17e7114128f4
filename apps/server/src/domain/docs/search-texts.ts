import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { Place } from "./node-paths.ts";
import { readSections, type PageSection } from "./page-sections.ts";
import { nilUuid } from "../../platform/uuid.ts";

/** The search texts of a page, or of a page of an API reference. */
export interface StoredText {
  readonly id: string;
  /** The path of a page below its API reference, or null for other pages. */
  readonly path: string | null;
  readonly title: string;
  readonly sections: readonly PageSection[];
}

interface Row {
  readonly id: string;
  readonly path: string | null;
  readonly title: string;
  readonly headings: string;
  readonly body: string;
}

const rowsTogether = 200;

/** Every page of a version, in batches, to limit memory. */
export async function* readTexts(
  db: Database,
  place: Place,
): AsyncGenerator<readonly StoredText[]> {
  for (const select of [selectPages, selectReferencePages]) {
    let last: Row | undefined;
    do {
      const rows: Row[] = await select(db, place, last);
      yield rows.map(toText);
      last = rows.length === rowsTogether ? rows.at(-1) : undefined;
    } while (last !== undefined);
  }
}

/** The given pages of a version, in any order. */
export async function selectTexts(
  db: Database,
  { organizationId, versionId }: Place,
  ids: readonly { readonly id: string; readonly path: string | null }[],
): Promise<StoredText[]> {
  const of = (asked: typeof ids) => sql.val(asked.map(({ id }) => id));
  const paths = ids.flatMap(({ path }) => path ?? []);
  const [own, inReferences] = [
    ids.filter(({ path }) => path === null),
    ids.filter(({ path }) => path !== null),
  ];
  const { rows } = await sql<Row>`
    select id, null::text as path, search_title as title, search_headings as headings,
      search_body as body
    from doc_page
    where organization_id = ${organizationId} and version_id = ${versionId}
      and id = any(${of(own)}::uuid[])
    union all
    select id, path, search_title, search_headings, search_body
    from doc_reference_text
    where organization_id = ${organizationId} and version_id = ${versionId}
      and (id, path) in (
        select * from unnest(${of(inReferences)}::uuid[], ${sql.val(paths)}::text[]))`.execute(db);
  return rows.map(toText);
}

async function selectPages(
  db: Database,
  { organizationId, versionId }: Place,
  last: Row | undefined,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, null::text as path, search_title as title, search_headings as headings,
      search_body as body
    from doc_page
    where organization_id = ${organizationId} and version_id = ${versionId}
      and id > ${last?.id ?? nilUuid}
    order by id limit ${rowsTogether}`.execute(db);
  return rows;
}

async function selectReferencePages(
  db: Database,
  { organizationId, versionId }: Place,
  last: Row | undefined,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, path, search_title as title, search_headings as headings, search_body as body
    from doc_reference_text
    where organization_id = ${organizationId} and version_id = ${versionId}
      and (id, path) > (${last?.id ?? nilUuid}::uuid, ${last?.path ?? ""})
    order by id, path limit ${rowsTogether}`.execute(db);
  return rows;
}

/** A page has the headings of its sections. A page of a reference is one section. */
function toText({ id, path, title, headings, body }: Row): StoredText {
  const sections =
    path === null ? readSections(body) : [{ id: null, heading: headings, text: body }];
  return { id, path, title, sections };
}
