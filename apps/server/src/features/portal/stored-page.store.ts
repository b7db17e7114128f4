import { CompiledQuery } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { KeptPage, PagePlace, StoredPage } from "./stored-page.types.ts";

interface FoundRow {
  /** Of the asked place, from 1. */
  readonly place: string;
  readonly etag: string;
  readonly headers: string;
  readonly body: Uint8Array;
}

/** The pages of places, in their order; null where there is none of that state. */
export async function selectStoredPages(
  db: Database,
  places: readonly PagePlace[],
): Promise<(StoredPage | null)[]> {
  const { rows } = await db.executeQuery<FoundRow>(
    CompiledQuery.raw(selectStatement, [
      places.map(({ organizationId }) => organizationId),
      places.map(({ versionId }) => versionId),
      places.map(({ address }) => address),
      places.map(({ state }) => state),
    ]),
  );
  const found = places.map((): StoredPage | null => null);
  for (const { place, etag, headers, body } of rows)
    found[Number(place) - 1] = {
      etag,
      headers: JSON.parse(headers) as string[],
      body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
    };
  return found;
}

// Row by row through the key: joined, the planner may read the whole table for a few of its rows.
const selectStatement = `
  select asked.place, found.etag, found.headers, found.body
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
    with ordinality as asked (organization_id, version_id, address, state, place),
  lateral (
    select etag, headers, body from portal_page as page
    where page.organization_id = asked.organization_id and page.version_id = asked.version_id
      and page.address = asked.address and page.state = asked.state
    limit 1) as found`;

/** Stores pages in place of those at their addresses; of versions that are gone, none. */
export async function upsertStoredPages(db: Database, pages: readonly KeptPage[]): Promise<void> {
  await db.executeQuery(
    CompiledQuery.raw(upsertStatement, [
      pages.map(({ place }) => place.organizationId),
      pages.map(({ place }) => place.versionId),
      pages.map(({ place }) => place.address),
      pages.map(({ place }) => place.state),
      pages.map(({ page }) => page.etag),
      pages.map(({ page }) => JSON.stringify(page.headers)),
      pages.map(({ page }) => page.body.toString("base64")),
    ]),
  );
}

// Versions are locked before their pages, and pages in one order: neither another node nor who deletes
// a version waits for this in a circle.
const upsertStatement = `
  with version as materialized (
    select organization_id, id from doc_version
    where (organization_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))
    order by id for key share)
  insert into portal_page (organization_id, version_id, address, state, etag, headers, body, stored_at)
  select distinct on (version_id, address)
    given.organization_id, version_id, address, state, etag, headers, decode(body, 'base64'), now()
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    with ordinality as given (organization_id, version_id, address, state, etag, headers, body, turn)
  join version on version.organization_id = given.organization_id and version.id = version_id
  order by version_id, address, turn desc
  on conflict (organization_id, version_id, address) do update set
    state = excluded.state, etag = excluded.etag, headers = excluded.headers, body = excluded.body,
    stored_at = excluded.stored_at`;

/** Takes away the pages that were stored longest ago, until the others take no more than so many bytes. */
export async function deleteOldestPages(db: Database, mostBytes: number): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(deleteStatement, [mostBytes]));
  // The embedded engine uses no room again by itself, and a page is written anew at every change.
  await db.executeQuery(CompiledQuery.raw("vacuum (skip_locked) portal_page", []));
}

// What another node writes or takes away at this moment is no candidate: nobody waits for anybody.
const deleteStatement = `
  delete from portal_page where (organization_id, version_id, address) in (
    select organization_id, version_id, address from portal_page
    where stored_at <= (
      select max(stored_at) from (
        select stored_at,
          sum(octet_length(body) + octet_length(headers) + 300) over (order by stored_at desc) as bytes
        from portal_page) as counted
      where bytes > $1::bigint)
    for update skip locked)`;
