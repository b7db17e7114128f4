import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { NoticeKind } from "@lintel/contract/words/notices";
import type { NoticePreferenceRow, NoticeRow } from "../../domain/notices/notice.tables.ts";
import { selectHiddenProjects } from "../../domain/people/notified-members.ts";
import type { VisibleProjects } from "../../platform/credentials/principal.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";

export type StoredNotice = Selectable<NoticeRow>;

/** A person in an organization, with the projects that they see. */
export interface Reader {
  readonly organizationId: string;
  readonly userId: string;
  readonly projects: VisibleProjects;
}

/** Notices of the organization, and of projects that the person still sees. */
function ofReader(db: Database, { organizationId, userId, projects }: Reader) {
  const { only, except } = projects;
  const isIn =
    only === null
      ? sql<boolean>`(project_id is null or project_id <> all(${sql.val([...except])}::uuid[]))`
      : sql<boolean>`(project_id is null or project_id = any(${sql.val([...only].filter((id) => !except.has(id)))}::uuid[]))`;
  return db
    .selectFrom("notice")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .where("isShown", "=", true)
    .where(isIn);
}

export function selectNotices(
  db: Database,
  reader: Reader,
  filter: { readonly isUnread?: boolean | undefined; readonly kind?: NoticeKind | undefined },
  paging: Paging,
): Promise<Page<StoredNotice>> {
  let query = ofReader(db, reader).selectAll().orderBy("createdAt", "desc").orderBy("id", "desc");
  if (filter.isUnread !== undefined)
    query = query.where("readAt", filter.isUnread ? "is" : "is not", null);
  if (filter.kind !== undefined) query = query.where("kind", "=", filter.kind);
  return selectPage(query, paging);
}

export async function countUnread(db: Database, reader: Reader): Promise<number> {
  const row = await ofReader(db, reader)
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("readAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Marks some notices, or all that the person sees, and answers how many were unread. */
export async function markRead(
  db: Database,
  reader: Reader,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<number> {
  const seen = ofReader(db, reader).select("id").where("readAt", "is", null);
  const given = sql<boolean>`id = any(${sql.val([...(ids ?? [])])}::uuid[])`;
  const { numUpdatedRows } = await db
    .updateTable("notice")
    .set({ readAt: now })
    .where("organizationId", "=", reader.organizationId)
    .where("id", "in", ids === undefined ? seen : seen.where(given))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

type Person = Pick<Reader, "organizationId" | "userId">;

export function selectPreferences(
  db: Database,
  { organizationId, userId }: Person,
): Promise<Selectable<NoticePreferenceRow>[]> {
  return db
    .selectFrom("noticePreference")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .execute();
}

export async function storePreference(
  db: Database,
  row: Selectable<NoticePreferenceRow>,
): Promise<void> {
  const { inApp, mail } = row;
  await db
    .insertInto("noticePreference")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "userId", "kind"]).doUpdateSet({ inApp, mail }),
    )
    .execute();
}

/** People for whom notices wait to be mailed together. */
export async function selectDigestReaders(
  db: Database,
  limit: number,
): Promise<(Person & { readonly email: string })[]> {
  return db
    .selectFrom("notice as n")
    .innerJoin("userAccount as u", "u.id", "n.userId")
    .innerJoin("membership as m", (join) =>
      join.onRef("m.organizationId", "=", "n.organizationId").onRef("m.userId", "=", "n.userId"),
    )
    .where("m.isActive", "=", true)
    .select(["n.organizationId", "n.userId", "u.email"])
    .distinct()
    .where("n.waitsForDigest", "=", true)
    .limit(limit)
    .execute();
}

/**
 * Takes what waits for a person's digest, so that no other digest has it. What belongs to a project
 * that is hidden from the person by now is taken and not given.
 */
export async function takeDigest(
  db: Database,
  { organizationId, userId }: Person,
): Promise<StoredNotice[]> {
  const taken = await db
    .updateTable("notice")
    .set({ waitsForDigest: false })
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .where("waitsForDigest", "=", true)
    .returningAll()
    .execute();
  const hidden = await selectHiddenProjects(db, organizationId, userId);
  return taken.filter(({ projectId }) => projectId === null || !hidden.has(projectId));
}

export async function deleteOldNotices(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from notice where (organization_id, id) in (
      select organization_id, id from notice where created_at < ${before} limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
