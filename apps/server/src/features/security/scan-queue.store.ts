import { sql, type Insertable } from "kysely";
import type { ScanAccessRule } from "@lintel/contract/shapes/scan-profile";
import type {
  LeftBehind,
  UnconfirmedObservation,
  UntestedCheck,
} from "@lintel/contract/shapes/scan-run";
import type { ScanRunStatus } from "@lintel/contract/words/security";
import type { Database } from "../../platform/database/open-database.ts";
import { isLiveJob } from "../../platform/jobs/live-jobs.ts";
import type { StoredProfile, ProjectPlace } from "./scan-profile.store.ts";
import type { ScanRef } from "./scan-ref.ts";
import type { StoredScan } from "./scan-run.store.ts";
import type { ScanRunRow } from "./scan-run.tables.ts";

/**
 * Locks a profile, so that its runs are queued and ended one after the other. Undefined if it was
 * deleted.
 */
export function lockProfile(
  trx: Database,
  { organizationId }: Pick<ProjectPlace, "organizationId">,
  id: string,
): Promise<StoredProfile | undefined> {
  return trx
    .selectFrom("scanProfile")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** The runs of a profile that have not ended, the first one first. */
export function selectUnfinished(
  db: Database,
  { organizationId, id }: Pick<StoredProfile, "organizationId" | "id">,
): Promise<StoredScan[]> {
  return db
    .selectFrom("scanRun")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("scanProfileId", "=", id)
    .where("completedAt", "is", null)
    .orderBy("queuedAt")
    .orderBy("id")
    .execute();
}

export function insertScan(
  trx: Database,
  run: Omit<Insertable<ScanRunRow>, "status">,
): Promise<StoredScan> {
  return trx
    .insertInto("scanRun")
    .values({ ...run, status: "queued" })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setScanJob(trx: Database, run: ScanRef, jobId: string): Promise<void> {
  await updateUnfinished(trx, run).set({ jobId }).execute();
}

/** Marks a run as begun. Undefined if it has begun or ended. */
export async function claimScan(
  db: Database,
  run: ScanRef,
  now: Date,
): Promise<StoredScan | undefined> {
  const claimed = await updateUnfinished(db, run)
    .set({ status: "running", startedAt: now, heartbeatAt: now })
    .where("status", "=", "queued")
    .returningAll()
    .executeTakeFirst();
  if (claimed === undefined) return undefined;
  await db
    .updateTable("scanProfile")
    .set({ lastRunAt: now })
    .where("organizationId", "=", claimed.organizationId)
    .where("id", "=", claimed.scanProfileId)
    .execute();
  return claimed;
}

/** The columns that change while a scan runs. */
export type ScanState = Partial<
  Pick<
    StoredScan,
    | "baseUrl"
    | "environmentId"
    | "environmentName"
    | "checksTotal"
    | "checksPassed"
    | "checksFailed"
    | "checksSkipped"
    | "coverage"
    | "scannersCompleted"
    | "enabledScannerCount"
    | "currentScannerId"
  >
>;

/** Stores the state of a running scan; answers whether somebody cancelled or ended it. */
export async function storeScanState(
  db: Database,
  run: ScanRef,
  state: ScanState,
  now: Date,
): Promise<boolean> {
  const row = await updateUnfinished(db, run)
    .set({ ...state, heartbeatAt: now })
    .returning("isCancelled")
    .executeTakeFirst();
  return row?.isCancelled ?? true;
}

export async function requestScanCancel(trx: Database, run: ScanRef): Promise<void> {
  await updateUnfinished(trx, run).set({ isCancelled: true }).execute();
}

export type EndStatus = Exclude<ScanRunStatus, "queued" | "running">;

/** What a run says at its end, beyond its figures. */
export interface ScanOutcome extends ScanState {
  readonly status: EndStatus;
  readonly errorMessage: string | null;
  readonly completedAt: Date;
  readonly requestCount?: number;
  readonly slowdownCount?: number;
  readonly newFindingsCount?: number;
  readonly untested?: readonly UntestedCheck[];
  readonly unconfirmed?: readonly UnconfirmedObservation[];
  readonly access?: readonly ScanAccessRule[];
  readonly leftBehind?: readonly LeftBehind[];
}

/** Ends a run once. Undefined if it had already ended. */
export function endScan(
  trx: Database,
  run: ScanRef,
  { untested, unconfirmed, access, leftBehind, ...end }: ScanOutcome,
): Promise<StoredScan | undefined> {
  const lists = { untested, unconfirmed, access, leftBehind };
  const given = Object.entries(lists).flatMap(([name, list]) =>
    list === undefined ? [] : [[name, JSON.stringify(list)]],
  );
  return updateUnfinished(trx, run)
    .set({ ...end, ...(Object.fromEntries(given) as object), currentScannerId: null })
    .returningAll()
    .executeTakeFirst();
}

/**
 * The first unfinished run of each profile that no job carries out: those of a restored backup, and
 * those whose job failed repeatedly.
 */
export function selectOrphanScans(db: Database, kind: string): Promise<ScanRef[]> {
  return db
    .selectFrom(
      db
        .selectFrom("scanRun")
        .select(["organizationId", "id", "jobId", "heartbeatAt", "queuedAt"])
        .distinctOn(["organizationId", "scanProfileId"])
        .where("completedAt", "is", null)
        .orderBy("organizationId")
        .orderBy("scanProfileId")
        .orderBy(sql`status = 'running'`, "desc")
        .orderBy("queuedAt")
        .orderBy("id")
        .as("first"),
    )
    .select(["first.organizationId", "first.id"])
    .where(
      sql<boolean>`coalesce(first.heartbeat_at, first.queued_at) < now() - interval '1 minute'`,
    )
    .where((eb) => eb.not(isLiveJob(kind, eb.ref("first.jobId"))))
    .execute();
}

function updateUnfinished(db: Database, { organizationId, id }: ScanRef) {
  return db
    .updateTable("scanRun")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("completedAt", "is", null);
}
