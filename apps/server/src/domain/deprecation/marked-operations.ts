import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { operationKeyOf } from "./operation-key.ts";

/** The phases in which a plan marks its operation or version as deprecated. */
export const markingPhases = ["gracePeriod", "sunset", "retired"] as const;

/** The phases in which no other plan of the same operation or version can be made. */
export const livePhases = ["pendingApproval", ...markingPhases] as const;

/**
 * Whether a plan marks the operation of an endpoint. A plan never changes the endpoint's own row: it
 * applies to published versions too, and its end leaves nothing behind.
 *
 * @param spec - the column with the id of the specification, or the id itself
 */
export const isMarked = (spec: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from deprecation_plan d
    where d.organization_id = e.organization_id and d.spec_id = ${spec}
      and d.entity_type = 'endpoint' and d.phase in (${sql.join(markingPhases)})
      and md5(d.entity_key) = md5(${operationKeyOf("e", "p")}))`;

/** The endpoints of a version that plans mark as deprecated. */
export async function selectMarkedEndpoints(
  db: Database,
  organizationId: string,
  specId: string,
  versionId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("endpoint as e")
    .innerJoin("pathItem as p", (join) =>
      join
        .onRef("p.organizationId", "=", "e.organizationId")
        .onRef("p.versionId", "=", "e.versionId")
        .onRef("p.id", "=", "e.pathItemId"),
    )
    .select("e.id")
    .where("e.organizationId", "=", organizationId)
    .where("e.versionId", "=", versionId)
    .where("e.deletedAt", "is", null)
    .where(isMarked(sql.val(specId)))
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether an operation or a version of a specification has a plan in one of the phases. */
export async function hasPlan(
  db: Database,
  { organizationId, specId }: { readonly organizationId: string; readonly specId: string },
  key: string,
  phases: typeof livePhases | typeof markingPhases,
): Promise<boolean> {
  const row = await db
    .selectFrom("deprecationPlan")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("specId", "=", specId)
    .where("entityKey", "=", key)
    .where("phase", "in", phases)
    .executeTakeFirst();
  return row !== undefined;
}
