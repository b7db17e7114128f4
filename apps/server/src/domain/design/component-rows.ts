import type { ComponentKind } from "@lintel/contract/words/design";
import { sql, type Selectable } from "kysely";
import { listComponentUsages } from "@lintel/openapi/usages";
import { isObject, memberOf, type Json } from "@lintel/json/value";
import type { ComponentRow } from "./design.tables.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { invalid, notFound } from "../../platform/problem.ts";
import type { VersionPlace } from "./design.types.ts";
import { readDocument } from "./read-design.ts";
import { deleteUsages, insertUsages } from "./usage-rows.ts";

export type StoredComponent = Selectable<ComponentRow>;

/** @throws Problem NOT_FOUND where the version has no such component. */
export async function findComponent(
  { db }: Pick<ProjectContext, "db">,
  { organizationId, versionId }: VersionPlace,
  id: string,
): Promise<StoredComponent> {
  const row = await db
    .selectFrom("component")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("versionId", "=", versionId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw notFound("The component");
  return row;
}

export interface NewComponent {
  readonly id: string;
  readonly kind: ComponentKind;
  readonly name: string;
  readonly content: Json;
}

/** Adds a component after the others of its kind, with what it refers to. */
export async function insertComponent(
  { db, now }: Pick<ProjectContext, "db" | "now">,
  { organizationId, versionId }: VersionPlace,
  { id, kind, name, content }: NewComponent,
): Promise<StoredComponent> {
  const row = await db
    .insertInto("component")
    .values((eb) => ({
      organizationId,
      versionId,
      id,
      kind,
      name,
      content: JSON.stringify(content),
      position: eb
        .selectFrom("component")
        .where("organizationId", "=", organizationId)
        .where("versionId", "=", versionId)
        .where("kind", "=", kind)
        .select(sql<number>`coalesce(max(position) + 1, 0)`.as("position")),
      createdAt: now,
      modifiedAt: now,
      rowVersion: 1,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
  await refreshComponentUsages(db, row);
  return row;
}

/** Undefined where the component is gone or was changed after it was read. */
export async function updateComponentRow(
  { db, now }: Pick<ProjectContext, "db" | "now">,
  before: StoredComponent,
  { name, content }: { readonly name: string; readonly content: Json },
): Promise<StoredComponent | undefined> {
  const row = await db
    .updateTable("component")
    .set({
      name,
      content: JSON.stringify(content),
      modifiedAt: now,
      rowVersion: sql`row_version + 1`,
    })
    .where("organizationId", "=", before.organizationId)
    .where("versionId", "=", before.versionId)
    .where("id", "=", before.id)
    .where("rowVersion", "=", before.rowVersion)
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) await refreshComponentUsages(db, row);
  return row;
}

export async function deleteComponentRow(
  db: Database,
  component: Pick<StoredComponent, "organizationId" | "versionId" | "id">,
): Promise<void> {
  await deleteUsages(db, component, [component.id]);
  await db
    .deleteFrom("component")
    .where("organizationId", "=", component.organizationId)
    .where("versionId", "=", component.versionId)
    .where("id", "=", component.id)
    .execute();
}

async function refreshComponentUsages(db: Database, row: StoredComponent): Promise<void> {
  await deleteUsages(db, row, [row.id]);
  const kind = row.kind as ComponentKind;
  const usages = listComponentUsages({ ...row, kind });
  const owner = { ownerKind: "component", ownerId: row.id } as const;
  await insertUsages(
    db,
    row,
    usages.map((usage) => ({ ...owner, ...usage })),
  );
}

/**
 * Refuses to add to a kind that the document has in a shape without rows, which stays as written.
 * @throws Problem VALIDATION_FAILED
 */
export async function needEditableKind(
  db: Database,
  place: VersionPlace,
  kind: ComponentKind,
): Promise<void> {
  const { rest, remnants } = await readDocument(db, place);
  const has = (object: unknown, name: string) =>
    isObject(object) && memberOf(object, name) !== undefined;
  if (!has(rest, "components") && !has(remnants?.["components"]?.rest, kind)) return;
  throw invalid({
    field: "kind",
    code: "notEditable",
    message: `The document's components of kind ${kind} are not a map of components: correct the document and import it again.`,
  });
}
