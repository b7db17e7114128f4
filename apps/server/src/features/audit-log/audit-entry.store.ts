import { sql, type Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { AuditEntryRow } from "../../platform/database/tables.ts";
import type { Paging } from "../../platform/paging.ts";

export type StoredAuditEntry = Selectable<AuditEntryRow>;

/** The actor: the operator, or a user by id or e-mail address. */
export type ActorFilter =
  | { readonly type: "operator" }
  | { readonly id: string }
  | { readonly email: string };

export interface AuditFilter {
  readonly organizationId: string;
  /** null: all. */
  readonly events: readonly string[] | null;
  readonly actor: ActorFilter | null;
  /** From this instant on. ISO 8601, UTC, milliseconds: it is compared as text. */
  readonly from: string | null;
  /** Before this instant. */
  readonly to: string | null;
}

/** The newest first. */
export function selectAuditEntries(
  db: Database,
  filter: AuditFilter,
  paging: Paging,
): Promise<StoredAuditEntry[]> {
  return filtered(db, filter)
    .selectAll()
    .orderBy("sequence", "desc")
    .offset(paging.skip)
    .limit(paging.take)
    .execute();
}

export async function countAuditEntries(db: Database, filter: AuditFilter): Promise<number> {
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The next entries of an export, the oldest first. */
export function selectAuditBatch(
  db: Database,
  filter: AuditFilter,
  range: { readonly after: string; readonly upTo: string; readonly size: number },
): Promise<StoredAuditEntry[]> {
  return filtered(db, filter)
    .selectAll()
    .where("sequence", ">", range.after)
    .where("sequence", "<=", range.upTo)
    .orderBy("sequence")
    .limit(range.size)
    .execute();
}

/** The number of the newest entry; "0" where there is none. */
export async function selectNewestSequence(db: Database, organizationId: string): Promise<string> {
  const row = await db
    .selectFrom("auditEntry")
    .select("sequence")
    .where("organizationId", "=", organizationId)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.sequence ?? "0";
}

function filtered(db: Database, { organizationId, events, actor, from, to }: AuditFilter) {
  return db
    .selectFrom("auditEntry")
    .where("organizationId", "=", organizationId)
    .$if(events !== null, (query) =>
      query.where(sql<boolean>`event = any(${sql.val(events ?? [])}::text[])`),
    )
    .$if(actor !== null, (query) => query.where(matchActor(actor ?? { type: "operator" })))
    .$if(from !== null, (query) => query.where(sql<boolean>`occurred_at collate "C" >= ${from}`))
    .$if(to !== null, (query) => query.where(sql<boolean>`occurred_at collate "C" < ${to}`));
}

function matchActor(actor: ActorFilter) {
  if ("id" in actor) return sql<boolean>`actor ->> 'id' = ${actor.id}`;
  if ("email" in actor) {
    return sql<boolean>`actor ->> 'type' = 'user' and lower(actor ->> 'name') = lower(${actor.email})`;
  }
  return sql<boolean>`actor ->> 'type' = ${actor.type}`;
}
