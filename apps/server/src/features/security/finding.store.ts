import { likeAnywhere } from "../../platform/database/like-pattern.ts";
import { sql, type ExpressionBuilder, type Selectable } from "kysely";
import { openStatuses, type FindingSort } from "@lintel/contract/words/security";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Page, Paging } from "../../platform/paging.ts";
import type { FindingRow } from "./finding.tables.ts";
import type { ProjectPlace } from "./scan-profile.store.ts";

export type StoredFinding = Selectable<FindingRow>;

/** Which findings of a project are meant; what is left out does not matter. */
export interface FindingFilter {
  readonly status?: string | undefined;
  readonly severity?: string | undefined;
  readonly scannerId?: string | undefined;
  readonly guidanceId?: string | undefined;
  readonly owaspCategory?: string | undefined;
  readonly scanRunId?: string | undefined;
  readonly firstSeenScanRunId?: string | undefined;
  readonly environmentId?: string | undefined;
  readonly assignedToUserId?: string | undefined;
  readonly search?: string | undefined;
}

/** An order of findings; `isReversed` turns it around as a whole. */
export interface FindingOrder {
  readonly by: FindingSort;
  readonly isReversed: boolean;
}

const byColumn = [
  "status",
  "severity",
  "scannerId",
  "guidanceId",
  "owaspCategory",
  "scanRunId",
  "firstSeenScanRunId",
  "environmentId",
  "assignedToUserId",
] as const;

/** Whether a project has an environment, or findings of one that was deleted. */
export async function knowsEnvironment(
  db: Database,
  { organizationId, projectId }: ProjectPlace,
  environmentId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("environment")
    .select("organizationId")
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("id", "=", environmentId)
    .union(
      db
        .selectFrom("finding")
        .select("organizationId")
        .where("organizationId", "=", organizationId)
        .where("projectId", "=", projectId)
        .where("environmentId", "=", environmentId),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** The findings of a project that a filter lets through. */
export function filterFindings(
  db: Pick<Database, "selectFrom">,
  { organizationId, projectId }: ProjectPlace,
  filter: FindingFilter,
) {
  let query = db
    .selectFrom("finding")
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId);
  for (const column of byColumn) {
    const value = filter[column];
    if (value !== undefined) query = query.where(column, "=", value);
  }
  const { search } = filter;
  return search === undefined || search === ""
    ? query
    : query.where((eb) => contains(eb, likeAnywhere(search)));
}

const contains = (eb: ExpressionBuilder<Tables, "finding">, pattern: string) =>
  eb.or([eb("title", "ilike", pattern), eb("description", "ilike", pattern)]);

/** Sorts ids alone, because proofs make rows wide, and then reads the rows of the page. */
export async function selectFindings(
  db: Database,
  place: ProjectPlace,
  filter: FindingFilter,
  { by, isReversed, ...paging }: FindingOrder & Paging,
): Promise<Page<StoredFinding>> {
  const query = filterFindings(db, place, filter).select("id");
  const [up, down] = isReversed ? (["desc", "asc"] as const) : (["asc", "desc"] as const);
  const ordered =
    by === "severity"
      ? query.orderBy("severityRank", up).orderBy("createdAt", down).orderBy("id", up)
      : by === "title" || by === "path"
        ? // In the same order in every database, whatever its language.
          query.orderBy(sql`${sql.ref(by)} collate "C"`, up).orderBy("id", up)
        : query.orderBy(by, up).orderBy("id", up);
  const { items, ...page } = await selectPage(ordered, paging);
  const ids = items.map(({ id }) => id);
  if (ids.length === 0) return { ...page, items: [] };
  const rows = await filterFindings(db, place, {}).selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { ...page, items: ids.map((id) => byId.get(id)).filter((row) => row !== undefined) };
}

export function selectFinding(
  db: Database,
  place: ProjectPlace,
  id: string,
): Promise<StoredFinding | undefined> {
  return filterFindings(db, place, {}).selectAll().where("id", "=", id).executeTakeFirst();
}

/** What a report shows of findings: which ones, how many at most, and whether with their proofs. */
export interface ReportedFindings {
  readonly statuses: readonly string[] | "all";
  readonly most: number;
  readonly hasEvidence: boolean;
}

/** Findings for a report, the worst first, then the newest. */
export async function selectReported(
  db: Database,
  place: ProjectPlace,
  { statuses, most, hasEvidence }: ReportedFindings,
): Promise<StoredFinding[]> {
  const query = filterFindings(db, place, {})
    .$if(statuses !== "all", (builder) =>
      builder.where("status", "in", statuses as readonly StoredFinding["status"][]),
    )
    .orderBy("severityRank")
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(most);
  if (hasEvidence) return query.selectAll().execute();
  const rows = await query.select(withoutEvidence).execute();
  return rows.map((row) => ({ ...row, evidence: { controls: [], attacks: [] } }));
}

const withoutEvidence = [
  "organizationId",
  "projectId",
  "id",
  "fingerprint",
  "scanRunId",
  "firstSeenScanRunId",
  "scanProfileId",
  "environmentId",
  "environmentName",
  "targetOrigin",
  "scannerId",
  "guidanceId",
  "guidanceName",
  "owaspCategory",
  "cwe",
  "severity",
  "severityRank",
  "confidence",
  "status",
  "title",
  "description",
  "guidanceDescription",
  "remediation",
  "referenceUrls",
  "method",
  "path",
  "location",
  "parameter",
  "reproductionCurl",
  "assignedToUserId",
  "resolutionNotes",
  "resolvedAt",
  "lastSeenAt",
  "createdAt",
  "modifiedAt",
  "rowVersion",
] as const satisfies readonly Exclude<keyof FindingRow, "evidence">[];

/** The fingerprint `svc/v1` of a row: 32 digits, which do not depend on the environment. */
export const fingerprintOf = ({ fingerprint }: Pick<StoredFinding, "fingerprint">): string =>
  fingerprint.slice(0, 32);

export const isOpen = (status: StoredFinding["status"]): boolean => openStatuses.includes(status);
