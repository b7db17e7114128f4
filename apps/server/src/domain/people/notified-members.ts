import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";

export interface Admin {
  readonly userId: string;
  readonly email: string;
}

/** The active Admins and Owners of projects. A role in the project replaces that in the organization. */
export async function selectProjectAdmins(
  db: Database,
  organizationId: string,
  projectIds: readonly string[],
): Promise<(Admin & { readonly projectId: string })[]> {
  const { rows } = await sql<Admin & { readonly projectId: string }>`
    select project.id as project_id, u.id as user_id, u.email from project
    join membership m on m.organization_id = project.organization_id and m.is_active
    join user_account u on u.id = m.user_id and not u.is_service
    left join project_role r on r.organization_id = m.organization_id
      and r.project_id = project.id and r.user_id = m.user_id
    where project.organization_id = ${organizationId}
      and project.id = any(${sql.val([...projectIds])}::uuid[])
      and coalesce(r.role, m.role) in ('admin', 'owner')
    order by u.email`.execute(db);
  return rows;
}

/** The active Admins and Owners of an organization. */
export async function selectAdmins(db: Database, organizationId: string): Promise<Admin[]> {
  return db
    .selectFrom("membership as m")
    .innerJoin("userAccount as u", "u.id", "m.userId")
    .select(["u.id as userId", "u.email"])
    .where("m.organizationId", "=", organizationId)
    .where("m.isActive", "=", true)
    .where("m.role", "in", ["admin", "owner"])
    .where("u.isService", "=", false)
    .orderBy("u.email")
    .execute();
}

/** An active member who is a person; undefined for others. */
export async function selectMember(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<Admin | undefined> {
  return db
    .selectFrom("membership as m")
    .innerJoin("userAccount as u", "u.id", "m.userId")
    .select(["u.id as userId", "u.email"])
    .where("m.organizationId", "=", organizationId)
    .where("m.userId", "=", userId)
    .where("m.isActive", "=", true)
    .where("u.isService", "=", false)
    .executeTakeFirst();
}

/** The projects that the person's role hides from them. */
export async function selectHiddenProjects(
  db: Database,
  organizationId: string,
  userId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("projectRole")
    .select("projectId")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .where("role", "=", "none")
    .execute();
  return new Set(rows.map(({ projectId }) => projectId));
}
