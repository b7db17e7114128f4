import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { TrafficCount, UndocumentedCount } from "./gateway.types.ts";
import type { StoredAddress } from "./route.store.ts";
import type { StoredRouteSpec } from "./traffic.tables.ts";

/** A text that changes with everything that rules are made of. Published versions do not change. */
export async function selectStamp(db: Database): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`select concat_ws(' ',
    (select md5(string_agg(r::text, ' ' order by r.environment_id)) from environment_route r),
    (select md5(string_agg(a::text, ' ' order by a.host, a.port, a.path_prefix))
      from environment_address a),
    (select count(*) || ',' || max(e.modified_at) from environment e join environment_route r
      on r.organization_id = e.organization_id and r.environment_id = e.id),
    (select count(*) || ',' || max(modified_at) || ',' || sum(row_version) from deprecation_plan),
    (select count(*) || ',' || max(published_at) from spec_version where status = 'published'),
    (select count(*) || ',' || max(modified_at) from spec)) as stamp`.execute(db);
  return rows[0]?.stamp ?? "";
}

export interface ServedRow {
  readonly organizationId: string;
  readonly projectId: string;
  readonly environmentId: string;
  readonly baseUrl: string;
  readonly upstreamUrl: string | null;
  readonly specs: StoredRouteSpec[];
  readonly requestsPerMinute: number | null;
  readonly infoUrl: string | null;
  readonly consumerFrom: string[];
}

/** The routes that gateways serve, of every organization of the region. */
export function selectServedRoutes(db: Database): Promise<ServedRow[]> {
  return db
    .selectFrom("environmentRoute as r")
    .innerJoin("environment as e", (join) =>
      join.onRef("e.organizationId", "=", "r.organizationId").onRef("e.id", "=", "r.environmentId"),
    )
    .select(["r.organizationId", "r.projectId", "r.environmentId", "e.baseUrl", "r.upstreamUrl"])
    .select(["r.specs", "r.requestsPerMinute", "r.infoUrl", "r.consumerFrom"])
    .where("r.isServed", "=", true)
    .orderBy("r.environmentId")
    .execute();
}

export function selectServedAddresses(
  db: Database,
): Promise<(StoredAddress & { readonly environmentId: string })[]> {
  return db
    .selectFrom("environmentAddress")
    .select(["environmentId", "host", "port", "pathPrefix"])
    .orderBy("host")
    .orderBy("port")
    .orderBy("pathPrefix")
    .execute();
}

/** A counted call with the key of its operation. */
export type KeyedCount = TrafficCount & { readonly operationKey: string };

export async function addMinutes(
  db: Database,
  organizationId: string,
  counts: readonly KeyedCount[],
): Promise<void> {
  const rows = JSON.stringify(counts);
  await sql`insert into traffic_count (organization_id, spec_id, environment_id, operation_digest,
      operation_key, consumer, status, grain, bucket, requests)
    select ${organizationId}::uuid, "specId", "environmentId", md5("operationKey"), "operationKey",
      "consumer", "status", 1, "minute", sum("requests")
    from json_to_recordset(${rows}::json) as call ("specId" uuid, "environmentId" uuid,
      "operationKey" text, "consumer" text, "status" smallint, "minute" timestamptz(3),
      "requests" bigint)
    where exists (select 1 from spec where spec.organization_id = ${organizationId}
      and spec.id = call."specId")
    group by "specId", "environmentId", "operationKey", "consumer", "status", "minute"
    order by "specId", md5("operationKey"), "environmentId", "minute", "consumer", "status"
    on conflict (organization_id, spec_id, operation_digest, environment_id, grain, bucket, consumer,
      status) do update set requests = traffic_count.requests + excluded.requests`.execute(db);
}

/** The most forms of undocumented calls that are kept for an environment. */
const maxForms = 2000;

/** Forms beyond the limit of an environment are left out. */
export async function addUndocumented(
  db: Database,
  organizationId: string,
  counts: readonly UndocumentedCount[],
): Promise<void> {
  const rows = JSON.stringify(counts);
  await sql`insert into undocumented_call (organization_id, environment_id, call_digest, method, path,
      requests, first_called_at, last_called_at)
    select ${organizationId}::uuid, "environmentId", md5("method" || ' ' || "path"), "method", "path",
      sum("requests"), min("lastCalledAt"), max("lastCalledAt")
    from json_to_recordset(${rows}::json) as call ("environmentId" uuid, "method" text, "path" text,
      "lastCalledAt" timestamptz(3), "requests" bigint)
    where exists (select 1 from environment e where e.organization_id = ${organizationId}
        and e.id = call."environmentId")
      and ((select count(*) from undocumented_call u where u.organization_id = ${organizationId}
          and u.environment_id = call."environmentId") < ${maxForms}
        or exists (select 1 from undocumented_call u where u.organization_id = ${organizationId}
          and u.environment_id = call."environmentId"
          and u.call_digest = md5(call."method" || ' ' || call."path")))
    group by "environmentId", "method", "path"
    order by "environmentId", "method", "path"
    on conflict (organization_id, environment_id, call_digest) do update set
      requests = undocumented_call.requests + excluded.requests,
      last_called_at = greatest(undocumented_call.last_called_at, excluded.last_called_at)`.execute(
    db,
  );
}

/** Adds up the counts of one grain, from before an instant, to the next one. */
export async function rollUp(
  db: Database,
  from: 1 | 60,
  to: 60 | 1440,
  before: Date,
): Promise<void> {
  const unit = to === 60 ? "hour" : "day";
  await sql`with moved as (
      delete from traffic_count where grain = ${from} and bucket < ${before} returning *)
    insert into traffic_count (organization_id, spec_id, environment_id, operation_digest,
      operation_key, consumer, status, grain, bucket, requests)
    select organization_id, spec_id, environment_id, operation_digest, min(operation_key), consumer,
      status, ${to}::smallint, date_trunc(${unit}, bucket at time zone 'UTC') at time zone 'UTC',
      sum(requests)
    from moved
    group by 1, 2, 3, 4, 6, 7, 9
    on conflict (organization_id, spec_id, operation_digest, environment_id, grain, bucket, consumer,
      status) do update set requests = traffic_count.requests + excluded.requests`.execute(db);
}

export async function deleteOldTraffic(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("trafficCount").where("bucket", "<", before).execute();
  await db.deleteFrom("undocumentedCall").where("lastCalledAt", "<", before).execute();
}
