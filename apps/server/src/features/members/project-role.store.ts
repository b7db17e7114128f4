import type { ProjectRole } from "@lintel/contract/words/permissions";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";

/** A member's role in a project. */
export interface ProjectPlace {
  readonly organizationId: string;
  readonly projectId: string;
  readonly userId: string;
}

export function selectProjectRoles(
  db: Database,
  organizationId: string,
  projectId: string,
  paging: Paging,
): Promise<Page<{ userId: string; email: string; name: string; role: ProjectRole }>> {
  const roles = db
    .selectFrom("projectRole as r")
    .innerJoin("membership as m", (join) =>
      join.onRef("m.organizationId", "=", "r.organizationId").onRef("m.userId", "=", "r.userId"),
    )
    .innerJoin("userAccount as u", "u.id", "r.userId")
    .where("r.organizationId", "=", organizationId)
    .where("r.projectId", "=", projectId)
    .where("m.isActive", "=", true)
    .select(["r.userId", "u.email", "u.name"])
    .select((eb) => eb.ref("r.role").$castTo<ProjectRole>().as("role"))
    .orderBy("u.email")
    .orderBy("r.userId");
  return selectPage(roles, paging);
}

export async function selectProjectRole(
  db: Database,
  place: ProjectPlace,
): Promise<ProjectRole | null> {
  const row = await db
    .selectFrom("projectRole")
    .select((eb) => eb.ref("role").$castTo<ProjectRole>().as("role"))
    .where("organizationId", "=", place.organizationId)
    .where("projectId", "=", place.projectId)
    .where("userId", "=", place.userId)
    .executeTakeFirst();
  return row?.role ?? null;
}

export async function upsertProjectRole(
  db: Database,
  place: ProjectPlace,
  role: ProjectRole,
): Promise<void> {
  await db
    .insertInto("projectRole")
    .values({ ...place, role })
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "projectId", "userId"]).doUpdateSet({ role }),
    )
    .execute();
}

export async function deleteProjectRole(db: Database, place: ProjectPlace): Promise<void> {
  await db
    .deleteFrom("projectRole")
    .where("organizationId", "=", place.organizationId)
    .where("projectId", "=", place.projectId)
    .where("userId", "=", place.userId)
    .execute();
}
