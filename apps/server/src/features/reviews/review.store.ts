import { sql, type Insertable, type Selectable } from "kysely";
import type { ReviewDecision } from "@lintel/contract/words/design";
import type { Database } from "../../platform/database/open-database.ts";
import type { ReviewCommentRow, ReviewDecisionRow } from "./review.tables.ts";

/** Two versions that are compared. */
export type ComparisonPlace = Pick<
  ReviewDecisionRow,
  "organizationId" | "versionId" | "baselineVersionId"
>;

export type StoredComment = Selectable<ReviewCommentRow> & { readonly authorName: string };

/** The name of a person; callers without an account are their own names. */
const nameOf = (column: string) => sql<string>`coalesce(u.name, ${sql.ref(column)})`;

const comments = (db: Database, place: ComparisonPlace) =>
  db
    .selectFrom("reviewComment as c")
    .leftJoin("userAccount as u", (join) => join.on(sql<boolean>`u.id::text = c.author`))
    .selectAll("c")
    .select(nameOf("c.author").as("authorName"))
    .where("c.organizationId", "=", place.organizationId)
    .where("c.versionId", "=", place.versionId)
    .where("c.baselineVersionId", "=", place.baselineVersionId);

export function selectComments(db: Database, place: ComparisonPlace): Promise<StoredComment[]> {
  return comments(db, place).orderBy("c.createdAt").orderBy("c.id").execute();
}

export function selectComment(
  db: Database,
  place: ComparisonPlace,
  id: string,
): Promise<StoredComment | undefined> {
  return comments(db, place).where("c.id", "=", id).executeTakeFirst();
}

export async function countComments(db: Database, place: ComparisonPlace): Promise<number> {
  const row = await db
    .selectFrom("reviewComment")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("organizationId", "=", place.organizationId)
    .where("versionId", "=", place.versionId)
    .where("baselineVersionId", "=", place.baselineVersionId)
    .executeTakeFirst();
  return row?.count ?? 0;
}

export async function insertComment(
  db: Database,
  row: Insertable<ReviewCommentRow>,
): Promise<void> {
  await db.insertInto("reviewComment").values(row).execute();
}

/** Returns whether the row version was still that of the row. */
export async function updateComment(
  db: Database,
  { organizationId, id, rowVersion }: StoredComment,
  change: { readonly text?: string; readonly isResolved?: boolean; readonly modifiedAt: Date },
): Promise<boolean> {
  const row = await db
    .updateTable("reviewComment")
    .set({ ...change, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("rowVersion", "=", rowVersion)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteCommentRow(
  db: Database,
  { organizationId, id }: Pick<StoredComment, "organizationId" | "id">,
): Promise<void> {
  await db
    .deleteFrom("reviewComment")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

export function selectDecisions(db: Database, place: ComparisonPlace) {
  return db
    .selectFrom("reviewDecision as d")
    .leftJoin("userAccount as u", (join) => join.on(sql<boolean>`u.id::text = d.reviewer`))
    .select(["d.reviewer", "d.decision", "d.decidedAt"])
    .select(nameOf("d.reviewer").as("reviewerName"))
    .where("d.organizationId", "=", place.organizationId)
    .where("d.versionId", "=", place.versionId)
    .where("d.baselineVersionId", "=", place.baselineVersionId)
    .orderBy("d.decidedAt")
    .execute();
}

/** Keeps the last decision of a reviewer; null withdraws it. */
export async function writeDecision(
  db: Database,
  place: ComparisonPlace,
  reviewer: string,
  decision: ReviewDecision | null,
  now: Date,
): Promise<void> {
  await db
    .deleteFrom("reviewDecision")
    .where("organizationId", "=", place.organizationId)
    .where("versionId", "=", place.versionId)
    .where("baselineVersionId", "=", place.baselineVersionId)
    .where("reviewer", "=", reviewer)
    .execute();
  if (decision === null) return;
  const { organizationId, versionId, baselineVersionId } = place;
  await db
    .insertInto("reviewDecision")
    .values({ organizationId, versionId, baselineVersionId, reviewer, decision, decidedAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "versionId", "baselineVersionId", "reviewer"])
        .doUpdateSet({ decision, decidedAt: now }),
    )
    .execute();
}
