import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";
import type { StoredPlan } from "./plan.store.ts";

export interface ListedPlan extends StoredPlan {
  readonly specName: string;
  readonly versionId: string | null;
  /** null: there is none, or it is deleted. */
  readonly successor: {
    readonly label: string;
    readonly specId: string;
    readonly versionId: string | null;
    readonly endpointId: string | null;
  } | null;
}

/** The plans of a project, the newest first. */
export function selectPlans(
  db: Database,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
  planId: string | undefined,
  paging: Paging,
): Promise<Page<ListedPlan>> {
  const query = db
    .selectFrom("deprecationPlan as d")
    .innerJoin("spec as s", (join) =>
      join.onRef("s.organizationId", "=", "d.organizationId").onRef("s.id", "=", "d.specId"),
    )
    .leftJoin("endpoint as e", (join) =>
      join
        .onRef("e.organizationId", "=", "d.organizationId")
        .onRef("e.id", "=", "d.entityId")
        .on("e.deletedAt", "is", null),
    )
    .leftJoin("specVersion as v", (join) =>
      join.onRef("v.organizationId", "=", "d.organizationId").onRef("v.id", "=", "d.entityId"),
    )
    .where("d.organizationId", "=", organizationId)
    .where("d.projectId", "=", projectId)
    .$if(planId !== undefined, (builder) => builder.where("d.id", "=", planId ?? ""))
    .selectAll("d")
    .select((eb) => ["s.name as specName", eb.fn.coalesce("e.versionId", "v.id").as("versionId")])
    .select(successor.as("successor"))
    .orderBy("d.requestedAt", "desc")
    .orderBy("d.id", "desc");
  return selectPage(query, paging);
}

/** What replaces the row `d`: an endpoint, which precedes a specification. */
const successor = sql<ListedPlan["successor"]>`(
  select json_build_object('label', f.label, 'specId', f.spec_id, 'versionId', f.version_id,
    'endpointId', f.endpoint_id)
  from (
    select 1 as rank, upper(se.method) || ' ' || sp.path as label, sv.spec_id, sv.id as version_id,
      se.id as endpoint_id
    from endpoint se
    join path_item sp on sp.organization_id = se.organization_id
      and sp.version_id = se.version_id and sp.id = se.path_item_id
    join spec_version sv on sv.organization_id = se.organization_id and sv.id = se.version_id
    where se.organization_id = d.organization_id and se.id = d.successor_endpoint_id
      and se.deleted_at is null
    union all
    select 2, ss.name, ss.id, null, null from spec ss
    where ss.organization_id = d.organization_id and ss.id = d.successor_spec_id) as f
  order by f.rank limit 1)`;
