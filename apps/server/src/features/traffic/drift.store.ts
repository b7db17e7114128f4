import { sql } from "kysely";
import { operationKey } from "../../domain/deprecation/operation-key.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { CheckedAnswer } from "./gateway.types.ts";

/** The most differences that are kept of an operation. */
const maxDrifts = 50;

/** Adds sampled answers to those that are counted; what was deleted since is left out. */
export async function addChecked(
  db: Database,
  organizationId: string,
  answers: readonly CheckedAnswer[],
): Promise<void> {
  const rows = JSON.stringify(
    answers.map((answer) => ({ ...answer, key: operationKey(answer.method, answer.template) })),
  );
  await sql`insert into checked_operation (organization_id, environment_id, version_id,
      operation_digest, operation_key, checked, drifted, last_checked_at)
    select ${organizationId}::uuid, "environmentId", "versionId", md5("key"), "key", count(*),
      count(*) filter (where json_array_length("drifts") > 0), max("at")
    from json_to_recordset(${rows}::json) as answer ("environmentId" uuid, "versionId" uuid,
      "key" text, "drifts" json, "at" timestamptz(3))
    where exists (select 1 from environment e where e.organization_id = ${organizationId}
        and e.id = answer."environmentId")
      and exists (select 1 from spec_version v where v.organization_id = ${organizationId}
        and v.id = answer."versionId")
    group by "environmentId", "versionId", "key"
    order by "environmentId", "versionId", md5("key")
    on conflict (organization_id, environment_id, version_id, operation_digest) do update set
      checked = checked_operation.checked + excluded.checked,
      drifted = checked_operation.drifted + excluded.drifted,
      last_checked_at = greatest(checked_operation.last_checked_at, excluded.last_checked_at)`.execute(
    db,
  );
  if (answers.some(({ drifts }) => drifts.length > 0)) await addDrifts(db, organizationId, rows);
}

async function addDrifts(db: Database, organizationId: string, rows: string): Promise<void> {
  await sql`with seen as (
      select "environmentId", "versionId", md5("key") as operation_digest,
        md5("status" || ' ' || (drift ->> 'kind') || ' ' || left(drift ->> 'pointer', 300))
          as drift_digest,
        "status", drift ->> 'kind' as kind, left(drift ->> 'pointer', 300) as pointer, "at"
      from json_to_recordset(${rows}::json) as answer ("environmentId" uuid, "versionId" uuid,
        "key" text, "status" smallint, "drifts" json, "at" timestamptz(3))
      cross join lateral json_array_elements("drifts") as drift)
    insert into answer_drift (organization_id, environment_id, version_id, operation_digest,
      drift_digest, status, kind, pointer, answers, first_seen_at, last_seen_at)
    select c.organization_id, c.environment_id, c.version_id, c.operation_digest, seen.drift_digest,
      min(seen.status), min(seen.kind), min(seen.pointer), count(*), min(seen."at"), max(seen."at")
    from seen join checked_operation c on c.organization_id = ${organizationId}
      and c.environment_id = seen."environmentId" and c.version_id = seen."versionId"
      and c.operation_digest = seen.operation_digest
    where (select count(*) from answer_drift d where d.organization_id = c.organization_id
        and d.environment_id = c.environment_id and d.version_id = c.version_id
        and d.operation_digest = c.operation_digest and d.drift_digest <> seen.drift_digest)
      < ${maxDrifts}
    group by 1, 2, 3, 4, 5
    order by 2, 3, 4, 5
    on conflict (organization_id, environment_id, version_id, operation_digest, drift_digest)
      do update set answers = answer_drift.answers + excluded.answers,
        last_seen_at = greatest(answer_drift.last_seen_at, excluded.last_seen_at)`.execute(db);
}

/** What of a project to list. */
export interface DriftFilter {
  readonly environmentId: string | null;
  readonly specId: string | null;
  readonly after: Date;
  readonly includeMatching: boolean;
  readonly skip: number;
  readonly take: number;
}

export interface StoredDrift {
  readonly environmentId: string;
  readonly specId: string;
  readonly versionId: string;
  readonly operationKey: string;
  readonly checked: string;
  readonly drifted: string;
  readonly lastCheckedAt: Date;
  /** The most frequent first. */
  readonly mismatches: readonly {
    readonly status: number;
    readonly kind: string;
    readonly pointer: string;
    readonly answers: number;
    readonly firstSeenAt: string;
    readonly lastSeenAt: string;
  }[];
  readonly totalCount: string;
}

/** Operations with what differed, those that were seen to differ last first. */
export async function selectDrift(
  db: Database,
  place: { readonly organizationId: string; readonly projectId: string },
  { environmentId, specId, after, includeMatching, skip, take }: DriftFilter,
): Promise<StoredDrift[]> {
  const inEnvironment = environmentId === null ? sql`` : sql`and e.id = ${environmentId}`;
  const ofSpec = specId === null ? sql`` : sql`and v.spec_id = ${specId}`;
  const shown = includeMatching
    ? sql`c.last_checked_at >= ${after}`
    : sql`d.mismatches is not null`;
  const { rows } = await sql<StoredDrift>`
    select c.environment_id, v.spec_id, c.version_id, c.operation_key, c.checked::text as checked,
      c.drifted::text as drifted, c.last_checked_at, coalesce(d.mismatches, '[]'::json) as mismatches,
      count(*) over ()::text as total_count
    from checked_operation c
    join environment e on e.organization_id = c.organization_id and e.id = c.environment_id
    join spec_version v on v.organization_id = c.organization_id and v.id = c.version_id
    cross join lateral (select json_agg(json_build_object('status', a.status, 'kind', a.kind,
        'pointer', a.pointer, 'answers', a.answers, 'firstSeenAt', a.first_seen_at,
        'lastSeenAt', a.last_seen_at) order by a.answers desc, a.status, a.kind, a.pointer)
        as mismatches, max(a.last_seen_at) as last_seen_at
      from answer_drift a where a.organization_id = c.organization_id
        and a.environment_id = c.environment_id and a.version_id = c.version_id
        and a.operation_digest = c.operation_digest and a.last_seen_at >= ${after}) d
    where c.organization_id = ${place.organizationId} and e.project_id = ${place.projectId}
      ${inEnvironment} ${ofSpec} and ${shown}
    order by d.last_seen_at desc nulls last, c.operation_key, c.environment_id, c.version_id
    offset ${skip} limit ${take}`.execute(db);
  return rows;
}

export interface StoredUndocumented {
  readonly environmentId: string;
  readonly method: string;
  readonly path: string;
  readonly requests: string;
  readonly firstCalledAt: Date;
  readonly lastCalledAt: Date;
  readonly totalCount: string;
}

/** Undocumented calls, the most frequent first. */
export async function selectUndocumented(
  db: Database,
  place: { readonly organizationId: string; readonly projectId: string },
  {
    environmentId,
    after,
    skip,
    take,
  }: Pick<DriftFilter, "environmentId" | "after" | "skip" | "take">,
): Promise<StoredUndocumented[]> {
  const inEnvironment = environmentId === null ? sql`` : sql`and e.id = ${environmentId}`;
  const { rows } = await sql<StoredUndocumented>`
    select u.environment_id, u.method, u.path, u.requests::text as requests, u.first_called_at,
      u.last_called_at, count(*) over ()::text as total_count
    from undocumented_call u
    join environment e on e.organization_id = u.organization_id and e.id = u.environment_id
    where u.organization_id = ${place.organizationId} and e.project_id = ${place.projectId}
      ${inEnvironment} and u.last_called_at >= ${after}
    order by u.requests desc, u.path, u.method, u.environment_id
    offset ${skip} limit ${take}`.execute(db);
  return rows;
}

/** Deletes what was not seen for long, and operations of which no answer was. */
export async function deleteOldDrift(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("checkedOperation").where("lastCheckedAt", "<", before).execute();
  await db.deleteFrom("answerDrift").where("lastSeenAt", "<", before).execute();
}
