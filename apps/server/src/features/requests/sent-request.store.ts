import { sql, type Insertable, type Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";
import type { SentRequestRow } from "./sent-request.tables.ts";

export type StoredRequest = Selectable<SentRequestRow>;
export type ListedRequest = Omit<StoredRequest, "template" | "exchange">;

/** Whose history is read: that of one caller in one project. */
export type HistoryPlace = Pick<StoredRequest, "organizationId" | "projectId" | "sentBy">;

const ofHistory = (db: Database, { organizationId, projectId, sentBy }: HistoryPlace) =>
  db
    .selectFrom("sentRequest")
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("sentBy", "=", sentBy);

export async function insertSentRequest(
  db: Database,
  row: Insertable<SentRequestRow>,
): Promise<void> {
  await db.insertInto("sentRequest").values(row).execute();
}

/** Deletes all but the newest ones. */
export async function trimHistory(db: Database, place: HistoryPlace, most: number): Promise<void> {
  await db
    .deleteFrom("sentRequest")
    .where("organizationId", "=", place.organizationId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("sentRequest as old")
        .select("old.id")
        .where("old.organizationId", "=", place.organizationId)
        .where("old.projectId", "=", place.projectId)
        .where("old.sentBy", "=", place.sentBy)
        .orderBy("old.sentAt", "desc")
        .orderBy("old.id", "desc")
        .offset(most),
    )
    .execute();
}

export function selectHistory(
  db: Database,
  place: HistoryPlace,
  endpointId: string | undefined,
  paging: Paging,
): Promise<Page<ListedRequest>> {
  const query = ofHistory(db, place)
    .select(["organizationId", "projectId", "id", "sentBy", "sentAt", "endpointId"])
    .select(["environmentId", "environmentName", "method", "url", "status", "elapsedMs"])
    .select(["sizeBytes", "errorCode"])
    .$if(endpointId !== undefined, (some) => some.where("endpointId", "=", endpointId ?? ""))
    .orderBy("sentAt", "desc")
    .orderBy("id", "desc");
  return selectPage(query, paging);
}

export function selectSentRequest(
  db: Database,
  place: HistoryPlace,
  id: string,
): Promise<StoredRequest | undefined> {
  return ofHistory(db, place).selectAll().where("id", "=", id).executeTakeFirst();
}

/** Deletes one request of a history, or all, and returns how many there were. */
export async function deleteHistory(
  db: Database,
  place: HistoryPlace,
  id: string | null,
): Promise<number> {
  const rows = await db
    .deleteFrom("sentRequest")
    .where("organizationId", "=", place.organizationId)
    .where("projectId", "=", place.projectId)
    .where("sentBy", "=", place.sentBy)
    .$if(id !== null, (query) => query.where("id", "=", id ?? ""))
    .returning("id")
    .execute();
  return rows.length;
}

/** Deletes a part of what was sent before a time, so that no transaction takes long. */
export async function deleteOldRequests(db: Database, before: Date, most: number): Promise<number> {
  const { rows } = await sql`delete from sent_request where (organization_id, id) in (
    select organization_id, id from sent_request where sent_at < ${before} limit ${most}
  ) returning id`.execute(db);
  return rows.length;
}
