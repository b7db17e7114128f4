import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { DeprecationPlanRow } from "../../domain/deprecation/deprecation.tables.ts";
import { livePhases } from "../../domain/deprecation/marked-operations.ts";
import type { Database } from "../../platform/database/open-database.ts";

export type StoredPlan = Selectable<DeprecationPlanRow>;
export type PlanChange = Omit<Updateable<DeprecationPlanRow>, "rowVersion" | "modifiedAt">;

interface SpecPlace {
  readonly organizationId: string;
  readonly projectId: string;
  readonly specId: string;
}

const ofSpec = (db: Database, { organizationId, projectId, specId }: SpecPlace) =>
  db
    .selectFrom("deprecationPlan")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("specId", "=", specId);

/** A plan that is about to change. */
export function lockPlan(
  db: Database,
  place: SpecPlace,
  id: string,
): Promise<StoredPlan | undefined> {
  return ofSpec(db, place).where("id", "=", id).forUpdate().executeTakeFirst();
}

/** A plan by its id alone, for what no call looks for. */
export function selectPlan(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredPlan | undefined> {
  return db
    .selectFrom("deprecationPlan")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The version of the endpoint that a plan was made for. */
export async function selectVersionOfEndpoint(
  db: Database,
  { organizationId, entityId }: StoredPlan,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("endpoint")
    .select("versionId")
    .where("organizationId", "=", organizationId)
    .where("id", "=", entityId)
    .executeTakeFirst();
  return row?.versionId;
}

/** The live plan of an operation or a version. */
export function selectLivePlan(
  db: Database,
  place: SpecPlace,
  entityKey: string,
): Promise<StoredPlan | undefined> {
  return ofSpec(db, place)
    .where("entityKey", "=", entityKey)
    .where("phase", "in", livePhases)
    .executeTakeFirst();
}

/** @throws a duplicate where another plan of the same operation or version is live. */
export function insertPlan(
  db: Database,
  plan: Insertable<DeprecationPlanRow>,
): Promise<StoredPlan> {
  return db.insertInto("deprecationPlan").values(plan).returningAll().executeTakeFirstOrThrow();
}

export function updatePlan(
  db: Database,
  { organizationId, id }: Pick<StoredPlan, "organizationId" | "id">,
  change: PlanChange,
  now: Date,
): Promise<StoredPlan> {
  return db
    .updateTable("deprecationPlan")
    .set({ ...change, modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Plans of which a phase is due, in every organization of the region; the earliest first. */
export function selectDuePlans(
  db: Database,
  now: Date,
  limit: number,
): Promise<Pick<StoredPlan, "organizationId" | "projectId" | "specId" | "id">[]> {
  return db
    .selectFrom("deprecationPlan")
    .select(["organizationId", "projectId", "specId", "id"])
    .where((eb) =>
      eb.or([
        eb.and([eb("phase", "=", "gracePeriod"), eb("sunsetPhaseStartsAt", "<=", now)]),
        eb.and([eb("phase", "in", ["gracePeriod", "sunset"]), eb("sunsetAt", "<=", now)]),
      ]),
    )
    .orderBy("sunsetAt")
    .limit(limit)
    .execute();
}
