import { sql, type Insertable, type Selectable } from "kysely";
import type { DeliveryAttempt } from "@lintel/contract/shapes/webhook";
import type { DeliveryState } from "@lintel/contract/words/webhooks";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";
import type { WebhookPlace } from "./webhook.store.ts";
import type { WebhookDeliveryRow } from "./webhook.tables.ts";

export type StoredDelivery = Selectable<WebhookDeliveryRow>;

const keptAttempts = 10;

const ofWebhook = (db: Database, { organizationId, id }: WebhookPlace) =>
  db
    .selectFrom("webhookDelivery")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("webhookId", "=", id);

export function selectDeliveries(
  db: Database,
  webhook: WebhookPlace,
  filter: { readonly state?: DeliveryState | undefined; readonly eventType?: string | undefined },
  paging: Paging,
): Promise<Page<StoredDelivery>> {
  let query = ofWebhook(db, webhook).orderBy("occurredAt", "desc").orderBy("sequence", "desc");
  if (filter.state !== undefined) query = query.where("state", "=", filter.state);
  if (filter.eventType !== undefined) query = query.where("eventType", "=", filter.eventType);
  return selectPage(query, paging);
}

export function selectDelivery(
  db: Database,
  webhook: WebhookPlace,
  id: string,
): Promise<StoredDelivery | undefined> {
  return ofWebhook(db, webhook).where("id", "=", id).executeTakeFirst();
}

export function insertDelivery(
  db: Database,
  values: Insertable<WebhookDeliveryRow>,
): Promise<StoredDelivery> {
  return db.insertInto("webhookDelivery").values(values).returningAll().executeTakeFirstOrThrow();
}

/** Lets a delivery begin again: at once, or after earlier events of its subject that still wait. */
export function restartDelivery(
  db: Database,
  { organizationId, id }: StoredDelivery,
  now: Date,
): Promise<StoredDelivery> {
  return db
    .updateTable("webhookDelivery as d")
    .set({
      state: "pending",
      attemptCount: 0,
      finishedAt: null,
      nextAttemptAt: sql`case when ${hasEarlier} then null else ${now}::timestamptz end`,
    })
    .where("d.organizationId", "=", organizationId)
    .where("d.id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const hasEarlier = sql<boolean>`exists (
  select from webhook_delivery e
  where e.organization_id = d.organization_id and e.webhook_id = d.webhook_id
    and e.subject_id = d.subject_id and e.state = 'pending' and e.sequence < d.sequence)`;

/**
 * Takes deliveries that are due: no other node takes them until `until`. Of a webhook that fails
 * only one is taken at a time, so that those that answer do not wait for it.
 */
export async function claimDeliveries(
  db: Database,
  given: {
    readonly now: Date;
    readonly until: Date;
    readonly limit: number;
    readonly perWebhook: number;
    /** How many messages this node is sending, by webhook. */
    readonly sending: ReadonlyMap<string, number>;
  },
): Promise<StoredDelivery[]> {
  const { now, until, limit, perWebhook, sending } = given;
  const { rows } = await sql<StoredDelivery>`
    with ready as (
      select d.organization_id, d.id, row_number() over
        (partition by d.organization_id, d.webhook_id order by d.next_attempt_at, d.sequence)
          + coalesce(s.count, 0) as place,
        case when w.failing_since is null then ${perWebhook}::integer else 1 end as places
      from webhook_delivery d
      join webhook w on w.organization_id = d.organization_id and w.id = d.webhook_id
      left join unnest(${sql.val([...sending.keys()])}::uuid[], ${sql.val([...sending.values()])}::integer[])
        as s (webhook_id, count) on s.webhook_id = d.webhook_id
      where d.state = 'pending' and d.next_attempt_at <= ${now}),
    taken as (
      select d.organization_id, d.id from webhook_delivery d
      join ready r on r.organization_id = d.organization_id and r.id = d.id
      where r.place <= r.places and d.state = 'pending' and d.next_attempt_at <= ${now}
      order by d.next_attempt_at, d.sequence limit ${limit}
      for update of d skip locked)
    update webhook_delivery as d set next_attempt_at = ${until} from taken
    where d.organization_id = taken.organization_id and d.id = taken.id
    returning d.*`.execute(db);
  return rows;
}

/** What an attempt leaves behind. */
export interface AttemptResult {
  readonly state: DeliveryState;
  readonly attempt: DeliveryAttempt;
  readonly payload: string;
  /** When the next attempt is made, where one follows. */
  readonly nextAttemptAt: Date | null;
}

/** Stores an attempt; gives false where this node no longer holds the delivery. */
export async function recordAttempt(
  db: Database,
  claimed: StoredDelivery,
  { state, attempt, payload, nextAttemptAt }: AttemptResult,
  now: Date,
): Promise<boolean> {
  const attempts = [...claimed.attempts, attempt].slice(-keptAttempts);
  const { numUpdatedRows } = await db
    .updateTable("webhookDelivery")
    .set({
      state,
      payload,
      nextAttemptAt,
      attempts: JSON.stringify(attempts),
      attemptCount: claimed.attemptCount + 1,
      finishedAt: state === "pending" ? null : now,
    })
    .where("organizationId", "=", claimed.organizationId)
    .where("id", "=", claimed.id)
    .where("state", "=", "pending")
    .where("nextAttemptAt", "=", claimed.nextAttemptAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Gives back a delivery that this node did not send. */
export async function returnDelivery(
  db: Database,
  { organizationId, id, nextAttemptAt }: StoredDelivery,
  now: Date,
): Promise<void> {
  await db
    .updateTable("webhookDelivery")
    .set({ nextAttemptAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("state", "=", "pending")
    .where("nextAttemptAt", "=", nextAttemptAt)
    .execute();
}

/** Makes the next event of the subject due, once the one before it has ended. */
export async function releaseNext(
  db: Database,
  { organizationId, webhookId, subjectId }: StoredDelivery,
  now: Date,
): Promise<void> {
  await sql`update webhook_delivery set next_attempt_at = ${now}
    where organization_id = ${organizationId} and next_attempt_at is null and id = (
      select id from webhook_delivery
      where organization_id = ${organizationId} and webhook_id = ${webhookId}
        and subject_id = ${subjectId} and state = 'pending' and sequence is not null
      order by sequence limit 1)`.execute(db);
}

/** Makes due what waits for nothing: it was added while the event before it ended. */
export async function releaseForgotten(db: Database, now: Date): Promise<void> {
  await sql`update webhook_delivery as d set next_attempt_at = ${now}
    where d.state = 'pending' and d.next_attempt_at is null and not ${hasEarlier}`.execute(db);
}

/** Ends everything that waits, and answers how much it was. */
export async function dropPending(
  db: Database,
  { organizationId, id }: WebhookPlace,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("webhookDelivery")
    .set({ state: "dead", nextAttemptAt: null, finishedAt: now })
    .where("organizationId", "=", organizationId)
    .where("webhookId", "=", id)
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Whether more than a number of deliveries wait. */
export async function isFlooded(
  db: Database,
  { organizationId, id }: WebhookPlace,
  most: number,
): Promise<boolean> {
  const row = await ofWebhook(db, { organizationId, id })
    .clearSelect()
    .select("id")
    .where("state", "=", "pending")
    .offset(most)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes some of the deliveries that ended before an instant, and answers how many. */
export async function deleteFinished(db: Database, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery where (organization_id, id) in (
      select organization_id, id from webhook_delivery
      where state <> 'pending' and finished_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
