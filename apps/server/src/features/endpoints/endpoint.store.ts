import {
  sql,
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  type Updateable,
} from "kysely";
import { isMarked } from "../../domain/deprecation/marked-operations.ts";
import { pathFormOf } from "../../domain/deprecation/operation-key.ts";
import type { EndpointRow } from "../../domain/design/design.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { VersionPlace } from "../../domain/design/design.types.ts";
import type { Paging } from "../../platform/paging.ts";

/** The fields of an endpoint in lists. */
export type ListedEndpoint = Pick<
  Selectable<EndpointRow>,
  | "id"
  | "versionId"
  | "folderId"
  | "method"
  | "summary"
  | "operationId"
  | "tags"
  | "isDeprecated"
  | "createdAt"
  | "modifiedAt"
  | "rowVersion"
> & {
  readonly specId: string;
  readonly path: string;
  /** The position in its folder, from 0. */
  readonly place: string | number;
};

export type ShownEndpoint = ListedEndpoint &
  Pick<Selectable<EndpointRow>, "pathItemId" | "description" | "internalNotes">;

const listed = [
  "e.id",
  "e.versionId",
  "e.folderId",
  "e.method",
  "e.summary",
  "e.operationId",
  "e.tags",
  "e.createdAt",
  "e.modifiedAt",
  "e.rowVersion",
  "p.path",
] as const;

/** By its own flag, or by a plan. */
const isDeprecated = (spec: RawBuilder<unknown>) =>
  sql<boolean>`(e.is_deprecated or ${isMarked(spec)})`.as("isDeprecated");

const living = (db: Database, organizationId: string) =>
  db
    .selectFrom("endpoint as e")
    .innerJoin("pathItem as p", (join) =>
      join
        .onRef("p.organizationId", "=", "e.organizationId")
        .onRef("p.versionId", "=", "e.versionId")
        .onRef("p.id", "=", "e.pathItemId"),
    )
    .where("e.organizationId", "=", organizationId)
    .where("e.deletedAt", "is", null);

/** The endpoints of a version, or its deleted ones, in the order of the document. */
export function selectPage(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  specId: string,
  { skip, take, isDeleted }: Paging & { readonly isDeleted: boolean },
): Promise<ListedEndpoint[]> {
  return (
    db
      // Only the page's paths are looked up, but the positions are counted over the whole version.
      .with("e", (page) =>
        page
          .selectFrom("endpoint as each")
          .select(["each.organizationId", "each.versionId", "each.id", "each.folderId"])
          .select(["each.pathItemId", "each.position", "each.method", "each.summary"])
          .select(["each.operationId", "each.tags", "each.isDeprecated"])
          .select(["each.createdAt", "each.modifiedAt", "each.rowVersion"])
          .select(
            sql<string>`row_number() over (
              partition by each.folder_id order by each.position, each.id) - 1`.as("place"),
          )
          .where("each.organizationId", "=", organizationId)
          .where("each.versionId", "=", versionId)
          .where("each.deletedAt", isDeleted ? "is not" : "is", null)
          .orderBy("each.position")
          .orderBy("each.id")
          .offset(skip)
          .limit(take),
      )
      .selectFrom("e")
      .innerJoin("pathItem as p", (join) =>
        join
          .onRef("p.organizationId", "=", "e.organizationId")
          .onRef("p.versionId", "=", "e.versionId")
          .onRef("p.id", "=", "e.pathItemId"),
      )
      .select([...listed, "e.place"])
      .select(isDeprecated(sql.val(specId)))
      .select(sql.val(specId).$castTo<string>().as("specId"))
      .orderBy("e.position")
      .orderBy("e.id")
      .execute()
  );
}

/** Endpoints of one specification with their texts, in no order. */
export function selectShown(
  db: Database,
  organizationId: string,
  specId: string,
  ids: readonly string[],
): Promise<ShownEndpoint[]> {
  return living(db, organizationId)
    .innerJoin("specVersion as v", (join) =>
      join.onRef("v.organizationId", "=", "e.organizationId").onRef("v.id", "=", "e.versionId"),
    )
    .where("v.specId", "=", specId)
    .where(sql<SqlBool>`e.id = any(${sql.val([...ids])}::uuid[])`)
    .select([...listed, "v.specId", "e.pathItemId", "e.description", "e.internalNotes"])
    .select(isDeprecated(sql.val(specId)))
    .select((eb) =>
      eb
        .selectFrom("endpoint as other")
        .select((each) => each.fn.countAll<string>().as("count"))
        .whereRef("other.organizationId", "=", "e.organizationId")
        .whereRef("other.versionId", "=", "e.versionId")
        .where("other.deletedAt", "is", null)
        .where(sql<SqlBool>`other.folder_id is not distinct from e.folder_id`)
        .where(sql<SqlBool>`(other.position, other.id) < (e.position, e.id)`)
        .$asScalar()
        .$notNull()
        .as("place"),
    )
    .execute();
}

export interface CollidingEndpoint extends ListedEndpoint {
  readonly specName: string;
  readonly version: string;
  /** The path without the names of its variables. */
  readonly form: string;
}

/**
 * Endpoints of a project that share method and form of path with another one, sorted by group. Only
 * the newest version of each specification counts: the draft if there is one, else the published
 * version.
 */
export async function selectCollisions(
  db: Database,
  organizationId: string,
  projectId: string,
): Promise<CollidingEndpoint[]> {
  const { rows } = await sql<CollidingEndpoint>`
    with newest as (
      select distinct on (v.spec_id) v.id, v.spec_id, v.version, s.name
      from spec_version v
      join spec s on s.organization_id = v.organization_id and s.id = v.spec_id
      where s.organization_id = ${organizationId} and s.project_id = ${projectId}
      order by v.spec_id, v.created_at desc, v.id desc
    ), formed as (
      select e.id, e.version_id, e.folder_id, e.method, e.summary, e.operation_id, e.tags,
        (e.is_deprecated or ${isMarked(sql`n.spec_id`)}) as is_deprecated, e.created_at, e.modified_at, e.row_version, e.position, p.path,
        n.spec_id, n.version, n.name as spec_name,
        ${pathFormOf("p")} as form,
        row_number() over (
          partition by e.version_id, e.folder_id order by e.position, e.id) - 1 as place
      from newest n
      join endpoint e on e.organization_id = ${organizationId} and e.version_id = n.id
      join path_item p on p.organization_id = e.organization_id
        and p.version_id = e.version_id and p.id = e.path_item_id
      where e.deleted_at is null
    ), counted as (
      select *, count(*) over (partition by method, form) as sharing from formed
    )
    select * from counted where sharing > 1
    order by form collate "C", method collate "C", spec_name, spec_id, position, id`.execute(db);
  return rows;
}

/**
 * The endpoints of a version in an id list, without deleted ones, with the columns for a change of
 * positions.
 */
export function selectPlaces(db: Database, { organizationId, versionId }: VersionPlace) {
  return db
    .selectFrom("endpoint")
    .select(["id", "folderId", "position", "rowVersion"])
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("deletedAt", "is", null)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** The position after the last one of a version, including deleted ones. */
export async function selectNextPosition(
  db: Database,
  { organizationId, versionId }: VersionPlace,
): Promise<number> {
  const row = await db
    .selectFrom("endpoint")
    .select((eb) => eb.fn.max("position").as("last"))
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .executeTakeFirst();
  return (row?.last ?? -1) + 1;
}

/** The operation ids of a version with a given beginning, except that of one endpoint. */
export async function selectOperationIds(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  beginning: string,
  exceptId: string | null,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("endpoint")
    .select("operationId")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("deletedAt", "is", null)
    .where(sql<SqlBool>`starts_with(operation_id, ${beginning})`)
    .$if(exceptId !== null, (query) => query.where("id", "<>", exceptId ?? ""))
    .execute();
  return new Set(rows.map(({ operationId }) => operationId ?? ""));
}

export async function insertEndpoint(
  db: Database,
  endpoint: Omit<Insertable<EndpointRow>, "createdAt" | "modifiedAt" | "rowVersion">,
  now: Date,
): Promise<void> {
  await db
    .insertInto("endpoint")
    .values({ ...endpoint, createdAt: now, modifiedAt: now, rowVersion: 1 })
    .execute();
}

export type EndpointChange = Omit<
  Updateable<EndpointRow>,
  "organizationId" | "versionId" | "id" | "createdAt" | "modifiedAt" | "rowVersion"
>;

/** Changes endpoints of a version, including deleted ones, and increments their row versions. */
export async function updateEndpoints(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  ids: readonly string[],
  change: EndpointChange,
  now: Date,
): Promise<void> {
  await db
    .updateTable("endpoint")
    .set({ ...change, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where(sql<SqlBool>`id = any(${sql.val([...ids])}::uuid[])`)
    .execute();
}

/** Changes the positions of endpoints, which does not change their row versions. */
export async function updatePositions(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  places: readonly { readonly id: string; readonly position: number }[],
): Promise<void> {
  await sql`update endpoint as item set position = given.position
    from unnest(
      ${sql.val(places.map(({ id }) => id))}::uuid[],
      ${sql.val(places.map(({ position }) => position))}::int4[]
    ) as given(id, position)
    where item.organization_id = ${organizationId} and item.version_id = ${versionId}
      and item.id = given.id`.execute(db);
}
