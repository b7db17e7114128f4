import { sql, type Selectable } from "kysely";
import { lockNames } from "../../platform/database/lock-names.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { SavedViewRow } from "./saved-view.tables.ts";

export type StoredView = Selectable<SavedViewRow> & { readonly isDefault: boolean };

/** What a caller sees in a project: the shared views and their own. A caller who is no person has none. */
export interface ViewPlace {
  readonly organizationId: string;
  readonly projectId: string;
  readonly userId: string | null;
}

export type ViewValues = Pick<Selectable<SavedViewRow>, "name" | "search" | "ownerId">;

/** The shared views first, then by name. */
export function selectViews(
  db: Database,
  place: ViewPlace,
  list: string | undefined,
): Promise<StoredView[]> {
  return visible(db, place)
    .$if(list !== undefined, (query) => query.where("savedView.list", "=", list ?? ""))
    .orderBy(sql`owner_id is not null`)
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();
}

export function selectView(
  db: Database,
  place: ViewPlace,
  id: string,
): Promise<StoredView | undefined> {
  return visible(db, place).where("savedView.id", "=", id).executeTakeFirst();
}

function visible(db: Database, { organizationId, projectId, userId }: ViewPlace) {
  return db
    .selectFrom("savedView")
    .leftJoin("savedViewDefault as chosen", (join) =>
      join
        .onRef("chosen.organizationId", "=", "savedView.organizationId")
        .onRef("chosen.viewId", "=", "savedView.id")
        .on("chosen.userId", "=", userId),
    )
    .selectAll("savedView")
    .select(sql<boolean>`chosen.view_id is not null`.as("isDefault"))
    .where("savedView.organizationId", "=", organizationId)
    .where("savedView.projectId", "=", projectId)
    .where((eb) =>
      eb.or([eb("savedView.ownerId", "is", null), eb("savedView.ownerId", "=", userId)]),
    );
}

/** How many views a person keeps in the project, or with null how many it shares; of all its lists. */
export async function countViews(
  db: Database,
  { organizationId, projectId }: ViewPlace,
  ownerId: string | null,
): Promise<number> {
  const { total } = await db
    .selectFrom("savedView")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("ownerId", ownerId === null ? "is" : "=", ownerId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** No other transaction adds a view to the project until this one ends. */
export const lockViews = (db: Database, { projectId }: ViewPlace): Promise<void> =>
  lockNames(db, `views ${projectId}`);

export async function insertView(
  db: Database,
  place: ViewPlace & { readonly id: string; readonly list: string; readonly now: Date },
  values: ViewValues,
): Promise<void> {
  const { now, userId: _, ...ids } = place;
  await db
    .insertInto("savedView")
    .values({ ...ids, ...toColumns(values), createdAt: now, modifiedAt: now, rowVersion: 1 })
    .execute();
}

/** Whether the view was still as it was read. */
export async function updateView(
  db: Database,
  { organizationId, id, rowVersion }: StoredView,
  values: ViewValues,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("savedView")
    .set({ ...toColumns(values), modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("rowVersion", "=", rowVersion)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function deleteView(
  db: Database,
  { organizationId, id }: Pick<StoredView, "organizationId" | "id">,
): Promise<void> {
  await db
    .deleteFrom("savedView")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** The defaults that other people chose among views that are no longer shared. */
export async function deleteOtherDefaults(
  db: Database,
  { organizationId, id }: Pick<StoredView, "organizationId" | "id">,
  userId: string,
): Promise<void> {
  await db
    .deleteFrom("savedViewDefault")
    .where("organizationId", "=", organizationId)
    .where("viewId", "=", id)
    .where("userId", "!=", userId)
    .execute();
}

/** Makes the view the default of the person, or no longer. */
export async function writeDefault(
  db: Database,
  view: Pick<StoredView, "organizationId" | "projectId" | "list" | "id">,
  userId: string,
  isDefault: boolean,
): Promise<void> {
  const { id: viewId, organizationId, projectId, list } = view;
  if (!isDefault) {
    await db
      .deleteFrom("savedViewDefault")
      .where("organizationId", "=", organizationId)
      .where("userId", "=", userId)
      .where("viewId", "=", viewId)
      .execute();
    return;
  }
  await db
    .insertInto("savedViewDefault")
    .values({ organizationId, projectId, userId, list, viewId })
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "projectId", "userId", "list"]).doUpdateSet({ viewId }),
    )
    .execute();
}

const toColumns = ({ search, ...values }: ViewValues) => ({
  ...values,
  search: JSON.stringify(search),
});
