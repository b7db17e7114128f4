import { sql, type Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { PresenceRow } from "./presence.tables.ts";

/**
 * One row for each window, wherever it is. A window of somebody else is not moved.
 * The same statement deletes what is an hour old in the organization, so that nothing has to clean up.
 */
export async function upsertPresence(db: Database, row: Selectable<PresenceRow>): Promise<void> {
  const { organizationId, tabId, projectId, place, userId, seenAt } = row;
  await sql`
    with old as (
      delete from presence
      where organization_id = ${organizationId} and tab_id <> ${tabId}
        and seen_at < ${seenAt}::timestamptz - interval '1 hour')
    insert into presence (organization_id, tab_id, project_id, place, user_id, seen_at)
    values (${organizationId}, ${tabId}, ${projectId}, ${place}, ${userId}, ${seenAt})
    on conflict (organization_id, tab_id) do update
    set project_id = excluded.project_id, place = excluded.place, seen_at = excluded.seen_at
    where presence.user_id = excluded.user_id`.execute(db);
}

export interface PresenceFilter {
  readonly organizationId: string;
  readonly projectId: string;
  readonly place: string;
  /** Not listed: the one who asks. */
  readonly userId: string | null;
  readonly since: Date;
}

/** People who are on the page and still see the project, by name; at most 50. */
export async function selectPresent(
  db: Database,
  { organizationId, projectId, place, userId, since }: PresenceFilter,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct person.id, person.name
    from presence
    join membership on membership.organization_id = presence.organization_id
      and membership.user_id = presence.user_id and membership.is_active
    join user_account person on person.id = presence.user_id
    where presence.organization_id = ${organizationId} and presence.project_id = ${projectId}
      and presence.place = ${place} and presence.seen_at >= ${since}
      and presence.user_id is distinct from ${userId}
      and not exists (select from project_role
        where project_role.organization_id = presence.organization_id
          and project_role.project_id = presence.project_id
          and project_role.user_id = presence.user_id and project_role.role = 'none')
    order by person.name, person.id
    limit 50`.execute(db);
  return rows;
}
