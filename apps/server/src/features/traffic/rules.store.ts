import { sql } from "kysely";
import { markingPhases } from "../../domain/deprecation/marked-operations.ts";
import type { Database } from "../../platform/database/open-database.ts";

export interface PublishedOperation {
  readonly versionId: string;
  readonly method: string;
  readonly path: string;
}

/** The operations of versions, in the order of their paths. */
export async function selectPublishedOperations(
  db: Database,
  organizationId: string,
  versionIds: readonly string[],
): Promise<PublishedOperation[]> {
  const { rows } = await sql<PublishedOperation>`
    select e.version_id, e.method, p.path from endpoint e
    join path_item p on p.organization_id = e.organization_id and p.version_id = e.version_id
      and p.id = e.path_item_id
    where e.organization_id = ${organizationId} and e.deleted_at is null
      and e.version_id = any(${sql.val([...versionIds])}::uuid[])
    order by p.path, e.method`.execute(db);
  return rows;
}

export interface PlanOfTraffic {
  readonly id: string;
  readonly specId: string;
  /** The operation without the names of its variables, or the id of the version. */
  readonly entityKey: string;
  readonly announcedAt: Date | null;
  readonly sunsetPhaseStartsAt: Date | null;
  readonly sunsetAt: Date;
  readonly retiredAt: Date | null;
  readonly retiredEarly: boolean;
  readonly enableWarningHeader: boolean;
  readonly enableRateLimiting: boolean;
  readonly rateLimitReductionPercent: number;
  readonly autoShutdown: boolean;
  readonly softShutdownDays: number;
  readonly trialStartsAt: Date | null;
  readonly trialEndsAt: Date | null;
  readonly successorSpecId: string | null;
  readonly successorPath: string | null;
}

/** The plans of specifications that mark something now, with the path of what replaces it. */
export async function selectPlansOfTraffic(
  db: Database,
  organizationId: string,
  specIds: readonly string[],
): Promise<PlanOfTraffic[]> {
  const { rows } = await sql<PlanOfTraffic>`
    select d.id, d.spec_id, d.entity_key, d.announced_at, d.sunset_phase_starts_at, d.sunset_at,
      d.retired_at, d.retired_early, d.enable_warning_header, d.enable_rate_limiting,
      d.rate_limit_reduction_percent, d.auto_shutdown, d.soft_shutdown_days,
      d.trial_starts_at, d.trial_ends_at,
      coalesce(v.spec_id, d.successor_spec_id) as successor_spec_id, p.path as successor_path
    from deprecation_plan d
    left join endpoint e on e.organization_id = d.organization_id
      and e.id = d.successor_endpoint_id
    left join path_item p on p.organization_id = e.organization_id and p.version_id = e.version_id
      and p.id = e.path_item_id
    left join spec_version v on v.organization_id = e.organization_id and v.id = e.version_id
    where d.organization_id = ${organizationId}
      and d.spec_id = any(${sql.val([...specIds])}::uuid[])
      and d.phase in (${sql.join(markingPhases)})
    order by d.sunset_at, d.id`.execute(db);
  return rows;
}
