import { sql } from "kysely";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { invalid } from "../../platform/problem.ts";

/** What replaces something deprecated. */
export interface Successor {
  readonly successorEndpointId: string | null;
  readonly successorSpecId: string | null;
}

/** @throws Problem VALIDATION_FAILED where the project has no such endpoint or specification. */
export async function checkSuccessor(
  context: ProjectContext,
  { successorEndpointId, successorSpecId }: Successor,
  entityId: string,
): Promise<void> {
  if (successorEndpointId === entityId)
    throw refuse("successorEndpointId", "An endpoint cannot be its own successor.");
  if (successorSpecId !== null && !(await hasSpec(context, successorSpecId)))
    throw refuse("successorSpecId", "The project has no such specification.");
  if (successorEndpointId !== null && !(await hasEndpoint(context, successorEndpointId)))
    throw refuse("successorEndpointId", "The project has no such endpoint.");
}

const refuse = (field: string, message: string) => invalid({ field, code: "unknown", message });

async function hasSpec({ db, organizationId, projectId }: ProjectContext, id: string) {
  const row = await db
    .selectFrom("spec")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

async function hasEndpoint({ db, organizationId, projectId }: ProjectContext, id: string) {
  const { rows } = await sql`select 1 from endpoint e
    join spec_version v on v.organization_id = e.organization_id and v.id = e.version_id
    join spec s on s.organization_id = v.organization_id and s.id = v.spec_id
    where e.organization_id = ${organizationId} and e.id = ${id} and e.deleted_at is null
      and s.project_id = ${projectId}`.execute(db);
  return rows.length > 0;
}
