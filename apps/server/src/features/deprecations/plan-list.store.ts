import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";
import type { StoredPlan } from "./plan.store.ts";

export interface ListedPlan extends StoredPlan {
  readonly specName: string;
  readonly versionId: string | null;
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
    .orderBy("d.requestedAt", "desc")
    .orderBy("d.id", "desc");
  return selectPage(query, paging);
}
