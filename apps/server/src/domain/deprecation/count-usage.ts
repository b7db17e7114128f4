import { sql } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";

/** The calls of an operation by a consumer on a day. */
export interface CountedCall {
  readonly specId: string;
  readonly operationKey: string;
  /** In UTC, as `2026-11-23`. */
  readonly day: string;
  readonly source: string;
  readonly consumer: string;
  readonly requests: number;
  readonly lastCalledAt: Date;
}

/** Whether the batch is new; a repeat is not stored again. */
export async function insertBatch(
  db: Database,
  batch: { organizationId: string; projectId: string; batchId: string; receivedAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto("usageBatch")
    .values(batch)
    .onConflict((conflict) => conflict.doNothing())
    .returning("batchId")
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds counts to those that are stored. The calls differ in what identifies a row. */
export async function addCalls(
  db: Database,
  organizationId: string,
  calls: readonly CountedCall[],
): Promise<void> {
  const rows = JSON.stringify(calls);
  await sql`insert into usage_count (organization_id, spec_id, operation_digest, operation_key, day,
      source, consumer, requests, last_called_at)
    select ${organizationId}::uuid, "specId", md5("operationKey"), "operationKey", "day", "source",
      "consumer", "requests", "lastCalledAt"
    from json_to_recordset(${rows}::json) as call ("specId" uuid, "operationKey" text, "day" date,
      "source" text, "consumer" text, "requests" bigint, "lastCalledAt" timestamptz)
    where exists (select 1 from spec where spec.organization_id = ${organizationId}
      and spec.id = call."specId")
    order by "specId", md5("operationKey"), "day", "source", "consumer"
    on conflict (organization_id, spec_id, operation_digest, day, source, consumer) do update set
      requests = usage_count.requests + excluded.requests,
      last_called_at = greatest(usage_count.last_called_at, excluded.last_called_at)`.execute(db);
}

/** What a caller is stored as: a digest under the key of the region, which names no one outside of the organization. */
export const consumerText = (organizationId: string, consumer: string): string =>
  `consumer:${organizationId}:${consumer}`;
