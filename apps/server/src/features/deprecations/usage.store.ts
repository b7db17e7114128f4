import { sql, type RawBuilder } from "kysely";
import { operationKeyOf } from "../../domain/deprecation/operation-key.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { dayMs } from "../../platform/day-ms.ts";
import type { StoredPlan } from "./plan.store.ts";

/** How long a consumer that called counts as active, in days. */
export const activeDays = 7;

/** The most consumers in an answer. */
const maxConsumers = 20;

/** The specifications of a list that the project has. */
export async function selectKnownSpecs(
  db: Database,
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("spec")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where(sql<boolean>`id = any(${sql.val([...ids])}::uuid[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** What figures are about. */
export type Counted = Pick<
  StoredPlan,
  "organizationId" | "specId" | "entityType" | "entityKey" | "entityId"
>;

/** The counts of the operation, or of all operations of the version. */
const ofPlan = (plan: Counted): RawBuilder<boolean> => sql<boolean>`
  c.organization_id = ${plan.organizationId} and c.spec_id = ${plan.specId}
  and c.operation_digest in (${plan.entityType === "endpoint" ? sql`md5(${plan.entityKey})` : keysOfVersion(plan)})`;

const keysOfVersion = ({ organizationId, entityId }: Counted) => sql`
  select md5(${operationKeyOf("e", "p")}) from endpoint e
  join path_item p on p.organization_id = e.organization_id and p.version_id = e.version_id
    and p.id = e.path_item_id
  where e.organization_id = ${organizationId} and e.version_id = ${entityId}
    and e.deleted_at is null`;

export interface CallingConsumer {
  /** A keyed digest, or `anonymous`. */
  readonly consumer: string;
  /** null: it is not registered. */
  readonly name: string | null;
  readonly requests: string;
  readonly lastCalledAt: Date;
}

/** Callers of a plan, with their registered names, which are looked up for the first of them alone. */
async function selectCallers(
  db: Database,
  plan: Counted,
  since: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
): Promise<CallingConsumer[]> {
  const { rows } = await sql<CallingConsumer>`
    select called.consumer, called.requests::text as requests, called.last_called_at,
      (select n.name from api_consumer_identifier i
        join api_consumer n on n.organization_id = i.organization_id and n.id = i.consumer_id
        join spec s on s.organization_id = i.organization_id and s.project_id = i.project_id
        where s.organization_id = ${plan.organizationId} and s.id = ${plan.specId}
          and i.digest = called.consumer) as name
    from (
      select consumer, sum(requests) as requests, max(last_called_at) as last_called_at
      from usage_count c where ${ofPlan(plan)} and ${since}
      group by consumer order by ${order} desc, consumer limit ${maxConsumers}) as called`.execute(
    db,
  );
  return rows;
}

/** Consumers that called in the last seven days, the latest first. */
export function selectActiveConsumers(
  db: Database,
  plan: Counted,
  now: Date,
): Promise<CallingConsumer[]> {
  const since = new Date(now.getTime() - activeDays * dayMs);
  return selectCallers(db, plan, sql`c.last_called_at > ${since}`, sql`max(last_called_at)`);
}

/** Consumers since a day, those with the most calls first. */
export function selectTopConsumers(
  db: Database,
  plan: Counted,
  firstDay: string,
): Promise<CallingConsumer[]> {
  return selectCallers(db, plan, sql`c.day >= ${firstDay}::date`, sql`sum(requests)`);
}

export interface DailyCalls {
  readonly day: string;
  readonly source: string;
  readonly requests: string;
}

export async function selectDailyCalls(
  db: Database,
  plan: Counted,
  firstDay: string,
): Promise<DailyCalls[]> {
  const { rows } = await sql<DailyCalls>`
    select c.day::text as day, c.source, sum(c.requests)::text as requests
    from usage_count c where ${ofPlan(plan)} and c.day >= ${firstDay}::date
    group by c.day, c.source order by c.day, c.source`.execute(db);
  return rows;
}

/** How many consumers called since a day, and when the last call came. */
export async function selectCallTotals(
  db: Database,
  plan: Counted,
  firstDay: string,
): Promise<{ readonly consumers: string; readonly lastCalledAt: Date | null }> {
  const { rows } = await sql<{ consumers: string; lastCalledAt: Date | null }>`
    select count(distinct consumer)::text as consumers, max(last_called_at) as last_called_at
    from usage_count c where ${ofPlan(plan)} and c.day >= ${firstDay}::date`.execute(db);
  return rows[0] ?? { consumers: "0", lastCalledAt: null };
}

/** Deletes counts and batches that are too old to be shown or sent again. */
export async function deleteOldCounts(
  db: Database,
  { countsBefore, batchesBefore }: { readonly countsBefore: string; readonly batchesBefore: Date },
): Promise<void> {
  await sql`delete from usage_count where day < ${countsBefore}::date`.execute(db);
  await db.deleteFrom("usageBatch").where("receivedAt", "<", batchesBefore).execute();
}
