import type { ProjectContext } from "../../platform/kernel/implementation.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The specification of a name or an id in the project, or null. */
export async function selectSpecId(
  { db, organizationId, projectId }: ProjectContext,
  wanted: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("spec")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where(uuid.test(wanted) ? "id" : "name", "=", wanted)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The version of a name or an id, or null. */
export async function selectSpecVersionId(
  { db, organizationId }: ProjectContext,
  specId: string,
  wanted: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("specVersion")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("specId", "=", specId)
    .where(uuid.test(wanted) ? "id" : "version", "=", wanted)
    .orderBy("createdAt", "desc")
    .executeTakeFirst();
  return row?.id ?? null;
}
