import type { Insertable, Selectable } from "kysely";
import type { ReportSubject } from "@lintel/contract/words/report-links";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Paging } from "../../platform/paging.ts";
import type { ReportLinkRow } from "./report-link.tables.ts";

export type StoredReportLink = Selectable<ReportLinkRow>;

interface Place {
  readonly organizationId: string;
  readonly projectId: string;
}

export interface ReportLinkFilter {
  readonly shows: ReportSubject | null;
  readonly runId: string | null;
  readonly findingId: string | null;
}

const ofProject = (db: Database, { organizationId, projectId }: Place) =>
  db
    .selectFrom("reportLink")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId);

/** The newest first. */
export function selectReportLinks(
  db: Database,
  place: Place,
  { shows, runId, findingId }: ReportLinkFilter,
  paging: Paging,
) {
  let query = ofProject(db, place);
  if (runId !== null) query = query.where("runId", "=", runId);
  if (findingId !== null) query = query.where("findingId", "=", findingId);
  if (shows === "run") query = query.where("runId", "is not", null);
  if (shows === "finding") query = query.where("findingId", "is not", null);
  if (shows === "findings") query = query.where("runId", "is", null).where("findingId", "is", null);
  return selectPage(query.orderBy("createdAt", "desc").orderBy("id", "desc"), paging);
}

export function selectReportLink(
  db: Database,
  place: Place,
  id: string,
): Promise<StoredReportLink | undefined> {
  return ofProject(db, place).where("id", "=", id).executeTakeFirst();
}

/** The link of a token that is neither revoked nor expired. */
export function selectOpenReportLink(
  db: Database,
  digest: string,
  now: Date,
): Promise<StoredReportLink | undefined> {
  return db
    .selectFrom("reportLink")
    .selectAll()
    .where("digest", "=", digest)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
}

export function insertReportLink(
  db: Database,
  row: Insertable<ReportLinkRow>,
): Promise<StoredReportLink> {
  return db.insertInto("reportLink").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function markReportLinkRevoked(
  db: Database,
  { organizationId, id }: StoredReportLink,
  now: Date,
): Promise<void> {
  await db
    .updateTable("reportLink")
    .set({ revokedAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .execute();
}
