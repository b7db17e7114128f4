import type { EventName } from "@lintel/contract/events";
import type { Permission } from "@lintel/contract/words/permissions";
import { sql, type RawBuilder } from "kysely";
import type { VisibleProjects } from "../../platform/credentials/principal.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { Paging } from "../../platform/paging.ts";
import { nameOfSubject } from "./subject-name.ts";

/** The permissions of events about the content of projects. */
export const activityPermissions = [
  "specs:read",
  "tests:read",
  "docs:read",
  "security:read",
] as const satisfies readonly Permission[];

/** Events on the way to another one, or of one person alone. */
const passing: readonly EventName[] = [
  "request.sent",
  "request.deleted",
  "run.started",
  "scan_run.queued",
  "scan_run.started",
  "scan_run.progressed",
  "finding.found",
  "finding.reopened",
  "finding.fixed",
  "doc_page.locked",
  "doc_page.unlocked",
];

export interface ActivityFilter {
  readonly organizationId: string;
  /** null: all that are visible. */
  readonly projectId: string | null;
  /** null: as far back as events are kept. */
  readonly since: Date | null;
  readonly isFailure: boolean;
  /** The projects whose events of a permission may be seen. */
  readonly visible: readonly (VisibleProjects & { readonly permission: Permission })[];
}

export interface StoredActivity {
  readonly type: string;
  readonly occurredAt: Date;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly subjectName: string | null;
  readonly projectId: string;
  readonly projectSlug: string;
  readonly projectName: string;
  readonly actor: { readonly type: string; readonly id: string | null };
  readonly actorName: string | null;
  readonly changeCount: string;
  readonly data: Record<string, unknown>;
}

/** The last event of each subject, the newest first. A part of an endpoint counts as the endpoint. */
export async function selectActivity(
  db: Database,
  filter: ActivityFilter,
  { skip, take }: Paging,
): Promise<StoredActivity[]> {
  const { rows } = await sql<StoredActivity>`
    with subject as (${subjects(filter)}
      order by max(sequence) desc offset ${skip} limit ${take})
    select event.type, event.occurred_at, event.actor, event.data, subject.change_count,
      subject.subject_type, subject.subject_id, ${nameOfSubject} as subject_name,
      project.id as project_id, project.slug as project_slug, project.name as project_name,
      person.name as actor_name
    from subject
    join event on event.organization_id = ${filter.organizationId}
      and event.sequence = subject.sequence
    join project on project.organization_id = event.organization_id
      and project.id = event.project_id
    left join user_account person on event.actor ->> 'type' = 'user'
      and person.id::text = event.actor ->> 'id'
    order by subject.sequence desc`.execute(db);
  return rows;
}

export async function countActivity(db: Database, filter: ActivityFilter): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from (${subjects(filter)}) as subject`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

function subjects(filter: ActivityFilter): RawBuilder<unknown> {
  const { organizationId, projectId, since, isFailure } = filter;
  return sql`
    select max(sequence) as sequence, count(*) as change_count, subject_type, subject_id
    from (
      select sequence,
        case when is_part then 'endpoint' else subject_type end as subject_type,
        case when is_part then (data ->> 'endpointId')::uuid else subject_id end as subject_id
      from event, lateral (select data ->> 'endpointId' is not null
        and subject_type in ('parameter', 'response', 'requestBody', 'responseHeader') as is_part) as found
      where organization_id = ${organizationId}
        and exists (select from project where project.organization_id = event.organization_id
          and project.id = event.project_id)
        and type not in (${sql.join(passing)})
        and ${projectId === null ? sql`true` : sql`project_id = ${projectId}`}
        and ${since === null ? sql`true` : sql`occurred_at >= ${since}`}
        and ${isFailure ? failed : sql`true`}
        and (${sql.join(filter.visible.map(isVisible), sql` or `)})
    ) as seen
    group by subject_type, subject_id`;
}

const failed = sql`(type = 'run.completed' and data ->> 'allPassed' = 'false'
  or type = 'scan_run.completed' and data ->> 'status' = 'failed')`;

function isVisible({ permission, only, except }: ActivityFilter["visible"][number]) {
  return sql`(permission = ${permission} and project_id <> all(${sql.val([...except])}::uuid[])
    and ${only === null ? sql`true` : sql`project_id = any(${sql.val([...only])}::uuid[])`})`;
}
