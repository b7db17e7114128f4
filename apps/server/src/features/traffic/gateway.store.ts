import { sql } from "kysely";
import { otherForms } from "@lintel/traffic/path-form";
import { lockNames } from "../../platform/database/lock-names.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { TrafficCount, UndocumentedCount } from "./gateway.types.ts";
import { ownerOf, type StoredAddress } from "./route.store.ts";
import type { StoredRouteSpec } from "./traffic.tables.ts";

/** A text that changes with everything that rules are made of. Of published versions only the date changes. */
export async function selectStamp(db: Database): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`select concat_ws(' ',
    (select md5(string_agg(r::text, ' ' order by r.environment_id)) from environment_route r),
    (select md5(string_agg(a::text, ' ' order by a.host, a.port, a.path_prefix))
      from environment_address a),
    (select count(*) || ',' || max(e.modified_at) from environment e join environment_route r
      on r.organization_id = e.organization_id and r.environment_id = e.id),
    (select count(*) || ',' || max(modified_at) || ',' || sum(row_version) from deprecation_plan),
    (select count(*) || ',' || max(published_at) from spec_version where status = 'published'),
    (select md5(string_agg(id || ' ' || sunset_at, ' ' order by id)) from spec_version
      where sunset_at is not null and status = 'published'),
    (select count(*) || ',' || max(modified_at) from spec),
    (select count(*) || ',' || max(modified_at) || ',' || sum(row_version) from api_consumer),
    (select md5(string_agg(organization_id || domain, ' ' order by domain)) from email_domain
      where verified_at is not null)) as stamp`.execute(db);
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

/** Without the hosts whose domain another organization has verified since they were taken. */
export function selectServedAddresses(
  db: Database,
): Promise<(StoredAddress & { readonly environmentId: string })[]> {
  return db
    .selectFrom("environmentAddress")
    .select(["environmentId", "host", "port", "pathPrefix"])
    .where(sql<boolean>`coalesce(${ownerOf("environmentAddress.host")} = organization_id, true)`)
    .orderBy("host")
    .orderBy("port")
    .orderBy("pathPrefix")
    .execute();
}

/** The digests of registered consumers, by project. */
export async function selectRegistered(db: Database): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom("apiConsumerIdentifier")
    .select(["projectId", "digest"])
    .execute();
  const groups = Map.groupBy(rows, ({ projectId }) => projectId);
  return new Map(
    [...groups].map(([projectId, own]) => [projectId, new Set(own.map(({ digest }) => digest))]),
  );
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

/** How many of the most frequent undocumented calls, and of the last ones, an environment keeps. */
const maxForms = 1000;

/** Forms of an environment that are neither frequent nor recent are added up under one. */
export async function addUndocumented(
  db: Database,
  organizationId: string,
  counts: readonly UndocumentedCount[],
): Promise<void> {
  const environmentIds = [...new Set(counts.map((count) => count.environmentId))];
  await lockForms(db, environmentIds);
  const rows = JSON.stringify(counts);
  await sql`insert into undocumented_call (organization_id, environment_id, call_digest, method, path,
      requests, first_called_at, last_called_at)
    select ${organizationId}::uuid, "environmentId", md5("method" || ' ' || "path"), "method", "path",
      sum("requests"), min("lastCalledAt"), max("lastCalledAt")
    from json_to_recordset(${rows}::json) as call ("environmentId" uuid, "method" text, "path" text,
      "lastCalledAt" timestamptz(3), "requests" bigint)
    where exists (select 1 from environment e where e.organization_id = ${organizationId}
      and e.id = call."environmentId")
    group by "environmentId", "method", "path"
    order by "environmentId", "method", "path"
    ${addRequests}`.execute(db);
  for (const environmentId of environmentIds) await mergeForms(db, organizationId, environmentId);
}

/**
 * Lets one gateway at a time change the forms of an environment, until its transaction ends. It holds rows of its calls
 * when it merges others: an order of rows would not keep two gateways from waiting for each other.
 */
const lockForms = (db: Database, environmentIds: readonly string[]): Promise<void> =>
  lockNames(db, ...environmentIds.map((id) => `forms ${id}`));

async function mergeForms(
  db: Database,
  organizationId: string,
  environmentId: string,
): Promise<void> {
  await sql`with merged as (
      delete from undocumented_call
      where organization_id = ${organizationId} and environment_id = ${environmentId}
        and call_digest = any(array(
          select call_digest from (
            select call_digest,
              row_number() over (order by requests desc, last_called_at desc, call_digest) as frequent,
              row_number() over (order by last_called_at desc, requests desc, call_digest) as recent
            from undocumented_call
            where organization_id = ${organizationId} and environment_id = ${environmentId}
              and path <> ${otherForms}) as ranked
          where frequent > ${maxForms} and recent > ${maxForms}))
      returning *)
    insert into undocumented_call (organization_id, environment_id, call_digest, method, path,
      requests, first_called_at, last_called_at)
    select organization_id, environment_id, md5(method || ' ' || ${otherForms}), method, ${otherForms},
      sum(requests), min(first_called_at), max(last_called_at)
    from merged
    group by organization_id, environment_id, method
    order by method
    ${addRequests}`.execute(db);
}

const addRequests = sql`on conflict (organization_id, environment_id, call_digest) do update set
  requests = undocumented_call.requests + excluded.requests,
  first_called_at = least(undocumented_call.first_called_at, excluded.first_called_at),
  last_called_at = greatest(undocumented_call.last_called_at, excluded.last_called_at)`;

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
  // What a gateway changes now was called again.
  await sql`delete from undocumented_call where ctid = any(array(select ctid from undocumented_call
    where last_called_at < ${before} for update skip locked))`.execute(db);
}
