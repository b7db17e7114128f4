import { includesProject, type Principal } from "../credentials/principal.ts";
import type { Database } from "../database/open-database.ts";
import { notFound } from "../problem.ts";

/**
 * Refuses a project that a field names and the caller cannot see. The kernel checks the project of the call itself.
 *
 * @throws Problem NOT_FOUND for a project that does not exist, is hidden, or is another organization's.
 */
export async function needProject(
  db: Database,
  principal: Principal,
  organizationId: string,
  projectId: string,
): Promise<void> {
  if (!includesProject(principal.visibleProjects(null), projectId)) throw notFound("The project");
  const found = await db
    .selectFrom("project")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "=", projectId)
    .executeTakeFirst();
  if (found === undefined) throw notFound("The project");
}
