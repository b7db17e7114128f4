import { sql } from "kysely";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { livePhases } from "./marked-operations.ts";
import { operationKeyOf } from "./operation-key.ts";

interface CancelledPlan {
  readonly id: string;
  readonly entityType: "endpoint" | "specVersion";
  readonly entityId: string;
  readonly entityLabel: string;
  readonly sunsetAt: Date;
}

/**
 * Cancels the plans of a specification whose version is gone, or whose operation is in none of its
 * versions any more.
 */
export async function cancelOrphans(context: ProjectContext, specId: string): Promise<void> {
  const { db, organizationId, now } = context;
  const { rows } = await sql<CancelledPlan>`
    update deprecation_plan d set phase = 'cancelled', cancelled_at = ${now}, modified_at = ${now},
      row_version = row_version + 1
    where d.organization_id = ${organizationId} and d.spec_id = ${specId}
      and d.phase in (${sql.join(livePhases)})
      and case d.entity_type
        when 'specVersion' then not exists (select 1 from spec_version v
          where v.organization_id = d.organization_id and v.id = d.entity_id)
        else not exists (select 1 from spec_version v
          join endpoint e on e.organization_id = v.organization_id and e.version_id = v.id
            and e.deleted_at is null
          join path_item p on p.organization_id = e.organization_id
            and p.version_id = e.version_id and p.id = e.path_item_id
          where v.organization_id = d.organization_id and v.spec_id = d.spec_id
            and ${operationKeyOf("e", "p")} = d.entity_key)
      end
    returning d.id, d.entity_type, d.entity_id, d.entity_label, d.sunset_at`.execute(db);
  for (const { id, entityType, entityId, entityLabel, sunsetAt } of rows)
    context.emit("deprecation.cancelled", {
      subject: { type: "deprecationPlan", id, name: entityLabel },
      data: { specId, entityType, entityId, phase: "cancelled", sunsetAt: sunsetAt.toISOString() },
      hasOwnEntry: true,
    });
}
