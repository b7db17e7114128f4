import { sql } from "kysely";
import type { ProjectRole } from "@lintel/contract/words/permissions";
import type { Database } from "../../platform/database/open-database.ts";
import "./people.tables.ts";

/** The person who takes over. */
export interface Successor {
  readonly userId: string;
  readonly email: string;
}

/** The owner, or else the admin, who is a member for the longest time; not the one who leaves. */
export async function selectSuccessor(
  db: Database,
  organizationId: string,
  leavingId: string,
): Promise<Successor | null> {
  const successor = await people(db, organizationId)
    .where("m.userId", "!=", leavingId)
    .where("m.role", "in", ["owner", "admin"])
    .orderBy(sql`m.role = 'owner'`, "desc")
    .orderBy("m.createdAt")
    .orderBy("m.userId")
    .limit(1)
    .executeTakeFirst();
  return successor ?? null;
}

/** An active member who is a person. */
export function selectPersonIn(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<Successor | undefined> {
  return people(db, organizationId).where("m.userId", "=", userId).executeTakeFirst();
}

function people(db: Database, organizationId: string) {
  return db
    .selectFrom("membership as m")
    .innerJoin("userAccount as u", "u.id", "m.userId")
    .select(["m.userId", "u.email"])
    .where("m.organizationId", "=", organizationId)
    .where("m.isActive", "=", true)
    .where("u.isService", "=", false);
}

export interface ManagedProject {
  readonly id: string;
  readonly name: string;
}

const manages = (projectRole: string, role: string) =>
  sql`coalesce(${sql.ref(projectRole)}, ${sql.ref(role)}) in ('owner', 'admin')`;

/** The projects that a member manages, and no other active person. */
export async function selectOnlyManaged(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<ManagedProject[]> {
  const { rows } = await sql<ManagedProject>`
    select p.id, p.name from project as p
    join membership as m on m.organization_id = p.organization_id and m.user_id = ${userId}
    left join project_role as r on r.organization_id = p.organization_id
      and r.project_id = p.id and r.user_id = m.user_id
    where p.organization_id = ${organizationId} and ${manages("r.role", "m.role")}
      and not exists (
        select from membership as om
        join user_account as ou on ou.id = om.user_id and not ou.is_service
        left join project_role as other on other.organization_id = om.organization_id
          and other.project_id = p.id and other.user_id = om.user_id
        where om.organization_id = p.organization_id and om.is_active
          and om.user_id <> m.user_id and ${manages("other.role", "om.role")})
    order by p.id`.execute(db);
  return rows;
}

/** Makes a member an admin of a project; returns the role in the project before. */
export async function makeManager(
  db: Database,
  place: { readonly organizationId: string; readonly projectId: string; readonly userId: string },
): Promise<ProjectRole | null> {
  const before = await db
    .selectFrom("projectRole")
    .select((eb) => eb.ref("role").$castTo<ProjectRole>().as("role"))
    .where("organizationId", "=", place.organizationId)
    .where("projectId", "=", place.projectId)
    .where("userId", "=", place.userId)
    .executeTakeFirst();
  await db
    .insertInto("projectRole")
    .values({ ...place, role: "admin" })
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "projectId", "userId"]).doUpdateSet({ role: "admin" }),
    )
    .execute();
  return before?.role ?? null;
}

/** Makes another person responsible for the open invitations of a member; returns their number. */
export async function moveInvitations(
  db: Database,
  member: { readonly organizationId: string; readonly userId: string; readonly now: Date },
  successorId: string,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("invitation")
    .set({ invitedBy: successorId })
    .where("organizationId", "=", member.organizationId)
    .where("invitedBy", "=", member.userId)
    .where("acceptedAt", "is", null)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", member.now)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

interface ReleasedLock {
  readonly pageId: string;
  readonly title: string;
  readonly projectId: string;
  readonly docId: string;
  readonly versionId: string;
}

/** Releases the locks of pages that a member edits. */
export async function releaseLocks(
  db: Database,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<ReleasedLock[]> {
  const { rows } = await sql<ReleasedLock>`
    with released as (
      update doc_page set lock_id = null, locked_by = null, locked_since = null,
        lock_expires_at = null
      where organization_id = ${organizationId} and locked_by = ${userId}
        and lock_expires_at > ${now}
      returning version_id, id)
    select n.id as page_id, n.title, d.project_id, d.id as doc_id, v.id as version_id
    from released as x
    join doc_version as v on v.organization_id = ${organizationId} and v.id = x.version_id
    join documentation as d on d.organization_id = v.organization_id and d.id = v.documentation_id
    join doc_node as n on n.organization_id = v.organization_id and n.version_id = v.id
      and n.id = x.id
    order by n.id`.execute(db);
  return rows;
}

interface ReleasedFindings {
  readonly projectId: string;
  readonly findings: number;
}

/** Findings of a member lose their assignee; their history says so. */
export async function releaseFindings(
  db: Database,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<ReleasedFindings[]> {
  const actor = JSON.stringify({ type: "system", id: null });
  const changes = JSON.stringify({ assignedToUserId: [userId, null] });
  const { rows } = await sql<ReleasedFindings>`
    with released as (
      update finding set assigned_to_user_id = null, modified_at = ${now},
        row_version = row_version + 1
      where organization_id = ${organizationId} and assigned_to_user_id = ${userId}
      returning project_id, id),
    noted as (
      insert into finding_change
        (organization_id, finding_id, number, changed_at, kind, actor, changes)
      select ${organizationId}, id,
        (select coalesce(max(c.number), 0) + 1 from finding_change c
          where c.organization_id = ${organizationId} and c.finding_id = released.id),
        ${now}, 'triaged', ${actor}::json, ${changes}::json
      from released)
    select project_id, count(*)::integer as findings from released
    group by project_id order by project_id`.execute(db);
  return rows;
}
