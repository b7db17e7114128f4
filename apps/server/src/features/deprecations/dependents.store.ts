import { sql } from "kysely";
import { markingPhases } from "../../domain/deprecation/marked-operations.ts";
import { operationKeyOf } from "../../domain/deprecation/operation-key.ts";
import type { VisibleVersion } from "../../domain/design/version-visibility.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { AnnouncedEnd, Dependent } from "./dependent.types.ts";

/** The operations of a version that plans mark, and the version itself, with their ends. */
export async function selectAnnouncedEnds(
  db: Database,
  { organizationId, specId, versionId }: VisibleVersion,
): Promise<(AnnouncedEnd & { readonly entityType: string })[]> {
  const { rows } = await sql<AnnouncedEnd & { readonly entityType: string }>`
    select d.entity_type, d.entity_key as key, d.entity_label as label, d.sunset_at, d.migration_guide
    from deprecation_plan d
    where d.organization_id = ${organizationId} and d.spec_id = ${specId}
      and d.phase in (${sql.join(markingPhases)})
      and (d.entity_id = ${versionId} or d.entity_key in (
        select ${operationKeyOf("e", "p")} from endpoint e
        join path_item p on p.organization_id = e.organization_id and p.version_id = e.version_id
          and p.id = e.path_item_id
        where e.organization_id = ${organizationId} and e.version_id = ${versionId}
          and e.deleted_at is null))
    union all
    select 'specVersion', v.id::text, v.version, v.sunset_at, null from spec_version v
    where v.organization_id = ${organizationId} and v.id = ${versionId} and v.sunset_at is not null
    order by sunset_at, label`.execute(db);
  return rows;
}

/** Every operation of a version, as `GET /pets/{petId}`. */
export async function selectOperations(
  db: Database,
  { organizationId, versionId }: VisibleVersion,
): Promise<{ readonly method: string; readonly path: string }[]> {
  return db
    .selectFrom("endpoint as e")
    .innerJoin("pathItem as p", (join) =>
      join
        .onRef("p.organizationId", "=", "e.organizationId")
        .onRef("p.versionId", "=", "e.versionId")
        .onRef("p.id", "=", "e.pathItemId"),
    )
    .select(["e.method", "p.path"])
    .where("e.organizationId", "=", organizationId)
    .where("e.versionId", "=", versionId)
    .where("e.deletedAt", "is", null)
    .execute();
}

/** Specifications of the organization whose plans name this one as the successor. */
export async function selectPredecessors(
  db: Database,
  { organizationId, specId }: VisibleVersion,
): Promise<Dependent[]> {
  const { rows } = await sql<Dependent>`
    select distinct d.project_id, 'the specification ' || s.name || ' names it as a successor' as reason
    from deprecation_plan d
    join spec s on s.organization_id = d.organization_id and s.id = d.spec_id
    left join endpoint e on e.organization_id = d.organization_id and e.id = d.successor_endpoint_id
    left join spec_version v on v.organization_id = e.organization_id and v.id = e.version_id
    where d.organization_id = ${organizationId} and d.spec_id <> ${specId}
      and d.phase in (${sql.join(markingPhases)})
      and (d.successor_spec_id = ${specId} or v.spec_id = ${specId})`.execute(db);
  return rows;
}

export interface CallingCase {
  readonly suiteName: string;
  readonly method: string | null;
  readonly url: string | null;
}

/** The requests of a project's suites. */
export async function selectCases(
  db: Database,
  organizationId: string,
  projectId: string,
): Promise<CallingCase[]> {
  const { rows } = await sql<CallingCase>`
    select s.name as suite_name, c.definition -> 'request' ->> 'method' as method,
      c.definition -> 'request' ->> 'url' as url
    from test_case c
    join test_suite s on s.organization_id = c.organization_id and s.id = c.suite_id
    where c.organization_id = ${organizationId} and s.project_id = ${projectId}`.execute(db);
  return rows;
}
