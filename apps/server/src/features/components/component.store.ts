import { componentKinds } from "@lintel/contract/words/design";
import { sql, type Selectable } from "kysely";
import type { ComponentRow } from "../../domain/design/design.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { VersionPlace } from "../../domain/design/design.types.ts";
import type { Paging } from "../../platform/paging.ts";

export interface ComponentFilter {
  readonly kind?: string | undefined;
  /** A part of the name, in any case. */
  readonly name?: string | undefined;
}

const filtered = (
  db: Database,
  { organizationId, versionId }: VersionPlace,
  { kind, name }: ComponentFilter,
) =>
  db
    .selectFrom("component")
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? ""))
    .$if(name !== undefined, (query) =>
      query.where(sql<boolean>`strpos(lower(name), lower(${name ?? ""}::text)) > 0`),
    );

export type ListedComponent = Omit<Selectable<ComponentRow>, "content">;

/** The kinds in their order in documents. */
export function selectComponents(
  db: Database,
  place: VersionPlace,
  filter: ComponentFilter,
  { skip, take }: Paging,
): Promise<ListedComponent[]> {
  return filtered(db, place, filter)
    .select([
      "organizationId",
      "versionId",
      "id",
      "kind",
      "name",
      "position",
      "createdAt",
      "modifiedAt",
      "rowVersion",
    ])
    .orderBy(sql`array_position(${sql.val([...componentKinds])}::text[], kind)`)
    .orderBy("position")
    .orderBy("id")
    .offset(skip)
    .limit(take)
    .execute();
}

export async function countComponents(
  db: Database,
  place: VersionPlace,
  filter: ComponentFilter,
): Promise<number> {
  const row = await filtered(db, place, filter)
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function selectComponentIds(
  db: Database,
  place: VersionPlace,
  kind: string,
): Promise<string[]> {
  const rows = await filtered(db, place, { kind }).select("id").execute();
  return rows.map(({ id }) => id);
}

/** Gives the components of one kind the positions of `ids`, counted from 0. */
export async function writeComponentOrder(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  ids: readonly string[],
): Promise<void> {
  await sql`update component as item set position = given.position - 1
    from unnest(${sql.val(ids)}::uuid[]) with ordinality as given(id, position)
    where item.organization_id = ${organizationId} and item.version_id = ${versionId}
      and item.id = given.id`.execute(db);
}
