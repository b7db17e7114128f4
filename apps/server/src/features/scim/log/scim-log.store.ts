import { sql, type Selectable } from "kysely";
import type { Database } from "../../../platform/database/open-database.ts";
import { selectPage } from "../../../platform/database/select-page.ts";
import type { Page, Paging } from "../../../platform/paging.ts";
import type { ScimRequestRow } from "./scim-log.tables.ts";

export type StoredRequest = Selectable<ScimRequestRow>;

/** How many requests of each kind an organization keeps: successful, refused, and without a valid token. */
export const keptRequests = 50;

/** The organization of a request. */
export interface RequestPlace {
  readonly organizationId: string | null;
  /** Where the id is not known. */
  readonly slug: string | null;
}

/** Whether the organization of a place exists, for some places. */
export async function selectNamed(
  db: Database,
  places: readonly RequestPlace[],
): Promise<(place: RequestPlace) => boolean> {
  const named = new Set<unknown>();
  const listOf = (name: keyof RequestPlace) => [
    ...new Set(places.flatMap((place) => place[name] ?? [])),
  ];
  const { rows } = await sql<{ id: string; slug: string }>`
    select id, slug from organization
    where id = any(${listOf("organizationId")}::uuid[]) or slug = any(${listOf("slug")}::text[])
  `.execute(db);
  for (const { id, slug } of rows) named.add(id).add(slug);
  return ({ organizationId, slug }) => named.has(organizationId?.toLowerCase() ?? slug);
}

/** A request before the organization of its address and the name of its token are known. */
export interface NewRequest
  extends Omit<StoredRequest, "organizationId" | "tokenName" | "startedAt">, RequestPlace {
  readonly startedAt: string;
  /** Of the token. */
  readonly digest: string | null;
}

/**
 * Adds requests and deletes those that are no longer among the last ones of their kind, in one statement. A request
 * whose address names no organization is dropped.
 */
export async function storeRequests(db: Database, requests: readonly NewRequest[]): Promise<void> {
  const rows = JSON.stringify(requests);
  await sql`with given as (
      select * from json_to_recordset(${rows}::json) as request ("id" uuid, "organizationId" uuid,
        "slug" text, "startedAt" timestamptz(3), "isTokenAccepted" boolean, "digest" text,
        "tokenPrefix" text, "method" text, "path" text, "userAgent" text, "result" text,
        "status" integer, "scimType" text, "reason" text, "detail" text, "steps" json,
        "received" json, "requestId" text)),
    added as (
      insert into scim_request (organization_id, id, started_at, is_token_accepted, token_name,
        token_prefix, method, path, user_agent, result, status, scim_type, reason, detail, steps,
        received, request_id)
      select o.id, given."id", "startedAt", "isTokenAccepted",
        (select token.name from credential c
          join scim_token token on token.organization_id = c.organization_id and token.id = c.subject_id
          where c.digest = given."digest" and c.kind = 'scim' and c.organization_id = o.id),
        "tokenPrefix", "method", "path", "userAgent", "result", "status", "scimType", "reason",
        "detail", "steps", "received", "requestId"
      from given join organization o on o.id = coalesce(given."organizationId",
        (select named.id from organization named where named.slug = given."slug"))
      returning organization_id, is_token_accepted, result),
    counted as (
      select organization_id, is_token_accepted, result, count(*) as requests from added
      group by organization_id, is_token_accepted, result),
    ranked as (
      select former.organization_id, former.id, counted.requests + row_number() over (
        partition by former.organization_id, former.is_token_accepted, former.result
        order by former.id desc) as place
      from scim_request former join counted on former.organization_id = counted.organization_id
        and former.is_token_accepted = counted.is_token_accepted and former.result = counted.result)
    delete from scim_request using ranked
    where scim_request.organization_id = ranked.organization_id and scim_request.id = ranked.id
      and ranked.place > ${keptRequests}`.execute(db);
}

/** The newest first. */
export function selectRequests(
  db: Database,
  { organizationId, result }: { organizationId: string; result: "success" | "refused" | undefined },
  paging: Paging,
): Promise<Page<StoredRequest>> {
  let query = db
    .selectFrom("scimRequest")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .orderBy("id", "desc");
  if (result !== undefined) query = query.where("result", "=", result);
  return selectPage(query, paging);
}
