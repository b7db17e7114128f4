import type { Selectable } from "kysely";
import { openStatuses } from "@lintel/contract/words/security";
import type { GroupedFindings } from "@lintel/scanner/score";
import type { Database } from "../../platform/database/open-database.ts";
import type { Paging } from "../../platform/paging.ts";
import type { ProjectPlace } from "./scan-profile.store.ts";
import type { ScanRef } from "./scan-ref.ts";
import type { ScanRunRow } from "./scan-run.tables.ts";

export type StoredScan = Selectable<ScanRunRow>;

/** The columns that lists show: not those that hold what a run says at length. */
const listed = [
  "id",
  "scanProfileId",
  "status",
  "trigger",
  "createdBy",
  "retestedFindingId",
  "queuedAt",
  "startedAt",
  "completedAt",
  "checksTotal",
  "checksPassed",
  "checksFailed",
  "checksSkipped",
  "coverage",
  "scannersCompleted",
  "enabledScannerCount",
  "currentScannerId",
  "errorMessage",
] as const;

export type ListedScan = Pick<StoredScan, (typeof listed)[number]>;

const ofProject = (db: Database, { organizationId, projectId }: ProjectPlace) =>
  db
    .selectFrom("scanRun")
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId);

export function selectScan(
  db: Database,
  place: ProjectPlace,
  id: string,
): Promise<StoredScan | undefined> {
  return ofProject(db, place).selectAll().where("id", "=", id).executeTakeFirst();
}

/** A run without its project, as its job names it. */
export function selectScanById(
  db: Database,
  { organizationId, id }: ScanRef,
): Promise<StoredScan | undefined> {
  return db
    .selectFrom("scanRun")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function selectScans(
  db: Database,
  place: ProjectPlace,
  { scanProfileId, skip, take }: Paging & { readonly scanProfileId: string | null },
): Promise<{ rows: ListedScan[]; totalCount: number }> {
  const query = ofProject(db, place).$if(scanProfileId !== null, (builder) =>
    builder.where("scanProfileId", "=", scanProfileId ?? ""),
  );
  const rows = await query
    .select(listed)
    .orderBy("queuedAt", "desc")
    .orderBy("id", "desc")
    .offset(skip)
    .limit(take)
    .execute();
  const { count } = await query
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return { rows, totalCount: Number(count) };
}

/** The project's present findings that count, by class of weakness. */
export async function selectOpenFindings(
  db: Database,
  { organizationId, projectId }: ProjectPlace,
): Promise<GroupedFindings[]> {
  const rows = await db
    .selectFrom("finding")
    .select(["guidanceId", "severity", (eb) => eb.fn.countAll<string>().as("count")])
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("status", "in", openStatuses)
    .groupBy(["guidanceId", "severity"])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
