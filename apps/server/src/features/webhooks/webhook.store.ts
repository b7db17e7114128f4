import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";
import type { WebhookRow } from "./webhook.tables.ts";

export type StoredWebhook = Selectable<WebhookRow>;
export type WebhookChange = Omit<Updateable<WebhookRow>, "rowVersion" | "modifiedAt">;
export type WebhookPlace = Pick<StoredWebhook, "organizationId" | "id">;

export function selectWebhooks(
  db: Database,
  organizationId: string,
  projectId: string | undefined,
  paging: Paging,
): Promise<Page<StoredWebhook>> {
  const all = db
    .selectFrom("webhook")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .orderBy("createdAt")
    .orderBy("id");
  return selectPage(projectId === undefined ? all : all.where("projectId", "=", projectId), paging);
}

export function selectWebhook(
  db: Database,
  { organizationId, id }: WebhookPlace,
): Promise<StoredWebhook | undefined> {
  return db
    .selectFrom("webhook")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function countWebhooks(db: Database, organizationId: string): Promise<number> {
  const row = await db
    .selectFrom("webhook")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("organizationId", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export function insertWebhook(
  db: Database,
  values: Insertable<WebhookRow>,
): Promise<StoredWebhook> {
  return db.insertInto("webhook").values(values).returningAll().executeTakeFirstOrThrow();
}

/** Changes the row of a version that was read; undefined where it is another one now. */
export function updateWebhook(
  db: Database,
  { organizationId, id, rowVersion }: Pick<StoredWebhook, "organizationId" | "id" | "rowVersion">,
  change: WebhookChange,
  now: Date,
): Promise<StoredWebhook | undefined> {
  return db
    .updateTable("webhook")
    .set({ ...change, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("rowVersion", "=", rowVersion)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteWebhook(
  db: Database,
  { organizationId, id }: WebhookPlace,
): Promise<void> {
  await db
    .deleteFrom("webhook")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** Notes why the last attempt failed, and since when attempts fail. */
export async function noteFailure(
  db: Database,
  { organizationId, id }: WebhookPlace,
  failure: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("webhook")
    .set({ failure, failingSince: sql`coalesce(failing_since, ${now})` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export async function noteSuccess(
  db: Database,
  { organizationId, id }: WebhookPlace,
): Promise<void> {
  await db
    .updateTable("webhook")
    .set({ failure: null, failingSince: null })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("failingSince", "is not", null)
    .execute();
}

/** Stops a webhook that still sends. Gives false where it was stopped already. */
export async function pauseWebhook(
  db: Database,
  { organizationId, id }: WebhookPlace,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook")
    .set({ isActive: false, pausedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("isActive", "=", true)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
