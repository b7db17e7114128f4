import { sql } from "kysely";
import type { FindingStatus } from "@lintel/contract/words/security";
import type { Database } from "../../platform/database/open-database.ts";
import { filterFindings, isOpen, type FindingFilter } from "./finding.store.ts";
import type { ProjectPlace } from "./scan-profile.store.ts";

/** What people decide about a finding. */
export interface Triage {
  readonly status: FindingStatus;
  readonly resolutionNotes: string | null;
  readonly assignedToUserId: string | null;
}

export type TriagedFinding = Triage & { readonly id: string; readonly rowVersion: string };

const triaged = ["id", "rowVersion", "status", "resolutionNotes", "assignedToUserId"] as const;

/** Findings that are to be triaged. They stay as they are until the transaction ends. */
export function lockFindings(
  db: Database,
  place: ProjectPlace,
  of: { readonly ids: readonly string[] } | { readonly filter: FindingFilter },
  most: number,
): Promise<TriagedFinding[]> {
  const query = filterFindings(db, place, "filter" in of ? of.filter : {});
  const meant = "ids" in of ? query.where("id", "in", of.ids) : query;
  // In a fixed order, so that two calls cannot wait for each other.
  return meant.select(triaged).orderBy("id").limit(most).forUpdate().execute();
}

/** Changes findings that `lockFindings` locked. */
export async function updateTriage(
  db: Database,
  { organizationId }: ProjectPlace,
  ids: readonly string[],
  change: Partial<Triage>,
  now: Date,
): Promise<void> {
  const { status } = change;
  const resolvedAt = status === undefined || isOpen(status) ? null : now;
  await db
    .updateTable("finding")
    .set({
      ...change,
      ...(status === undefined
        ? {}
        : {
            resolvedAt: sql<Date | null>`case when status = ${status} then resolved_at
              else ${resolvedAt}::timestamptz end`,
          }),
      modifiedAt: now,
      rowVersion: sql`row_version + 1`,
    })
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids)
    .execute();
}

/** Whether a person is a member of the organization who can see the project. */
export async function canSeeProject(
  db: Database,
  { organizationId, projectId }: ProjectPlace,
  userId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("membership as m")
    .leftJoin("projectRole as r", (join) =>
      join
        .onRef("r.organizationId", "=", "m.organizationId")
        .onRef("r.userId", "=", "m.userId")
        .on("r.projectId", "=", projectId),
    )
    .select("m.userId")
    .where("m.organizationId", "=", organizationId)
    .where("m.userId", "=", userId)
    .where("m.isActive", "=", true)
    .where((eb) => eb.or([eb("r.role", "is", null), eb("r.role", "<>", "none")]))
    .executeTakeFirst();
  return row !== undefined;
}
