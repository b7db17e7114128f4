import { sql } from "kysely";
import { livePhases } from "../../domain/deprecation/marked-operations.ts";
import { operationKeyOf } from "../../domain/deprecation/operation-key.ts";
import type { Database } from "../../platform/database/open-database.ts";

export interface ListedDeprecation {
  readonly planId: string | null;
  readonly projectId: string;
  readonly projectName: string;
  readonly specId: string;
  readonly specName: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly entityLabel: string;
  readonly phase: string | null;
  readonly sunsetPhaseStartsAt: Date | null;
  readonly sunsetAt: Date | null;
}

/**
 * Live plans, published versions with a plain date, and endpoints that are deprecated by hand in the
 * version that readers see: the one that was published last, or the newest draft. The next sunset
 * first.
 */
export async function selectDeprecations(
  db: Database,
  organizationId: string,
): Promise<ListedDeprecation[]> {
  const { rows } = await sql<ListedDeprecation>`
    with live as (
      select * from deprecation_plan
      where organization_id = ${organizationId} and phase in (${sql.join(livePhases)})
    ), shown as (
      select distinct on (v.spec_id) v.id, v.spec_id from spec_version v
      where v.organization_id = ${organizationId}
      order by v.spec_id, (v.status = 'published') desc, v.published_at desc, v.created_at desc,
        v.id desc
    ), listed as (
      select id as plan_id, spec_id, entity_type, entity_id, entity_label, phase,
        sunset_phase_starts_at, sunset_at
      from live
      union all
      select null, v.spec_id, 'specVersion', v.id, v.version, null, null, v.sunset_at
      from spec_version v
      where v.organization_id = ${organizationId} and v.sunset_at is not null
        and not exists (select 1 from live where live.entity_id = v.id)
      union all
      select null, shown.spec_id, 'endpoint', e.id, upper(e.method) || ' ' || p.path, null, null, null
      from shown
      join endpoint e on e.organization_id = ${organizationId} and e.version_id = shown.id
        and e.deleted_at is null and e.is_deprecated
      join path_item p on p.organization_id = e.organization_id and p.version_id = e.version_id
        and p.id = e.path_item_id
      where not exists (select 1 from live where live.spec_id = shown.spec_id
        and live.entity_key = ${operationKeyOf("e", "p")})
    )
    select listed.*, s.project_id, s.name as spec_name, project.name as project_name
    from listed
    join spec s on s.organization_id = ${organizationId} and s.id = listed.spec_id
    join project on project.organization_id = s.organization_id and project.id = s.project_id
    order by listed.sunset_at nulls last, s.name, listed.entity_label, listed.entity_id`.execute(
    db,
  );
  return rows;
}
