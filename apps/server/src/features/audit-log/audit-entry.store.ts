import type { ActorType } from "@lintel/contract/operations/audit";
import { sql, type Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import type { AuditEntryRow } from "../../platform/database/tables.ts";
import type { Paging } from "../../platform/paging.ts";

export type StoredAuditEntry = Selectable<AuditEntryRow>;

/** The actor by type, by id, or a user by e-mail address. */
export type ActorFilter =
  | { readonly type: Exclude<ActorType, "user"> }
  | { readonly id: string }
  | { readonly email: string };

/** What was changed, by id, or a user by e-mail address. */
export type TargetFilter = { readonly id: string } | { readonly email: string };

export interface AuditFilter {
  readonly organizationId: string;
  /** null: all. */
  readonly events: readonly string[] | null;
  readonly actor: ActorFilter | null;
  readonly target: TargetFilter | null;
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

function filtered(db: Database, filter: AuditFilter) {
  const { organizationId, events, actor, target, from, to } = filter;
  return db
    .selectFrom("auditEntry")
    .where("organizationId", "=", organizationId)
    .$if(events !== null, (query) =>
      query.where(sql<boolean>`event = any(${sql.val(events ?? [])}::text[])`),
    )
    .$if(actor !== null, (query) => query.where(matchActor(actor ?? { type: "operator" })))
    .$if(target !== null, (query) => query.where(matchTarget(target ?? { id: "" })))
    .$if(from !== null, (query) => query.where(sql<boolean>`occurred_at collate "C" >= ${from}`))
    .$if(to !== null, (query) => query.where(sql<boolean>`occurred_at collate "C" < ${to}`));
}

function matchActor(actor: ActorFilter) {
  if ("id" in actor) return sql<boolean>`actor ->> 'id' = ${actor.id}`;
  if ("email" in actor)
    return sql<boolean>`actor ->> 'type' = 'user' and ${hasName("actor", actor)}`;
  return sql<boolean>`actor ->> 'type' = ${actor.type}`;
}

function matchTarget(target: TargetFilter) {
  return "id" in target
    ? sql<boolean>`target ->> 'id' = ${target.id}`
    : sql<boolean>`target ->> 'type' in ('user', 'invitation') and ${hasName("target", target)}`;
}

/** Names of before are in what the chain covers. */
const hasName = (who: "actor" | "target", { email }: { readonly email: string }) =>
  sql<boolean>`lower(coalesce(names -> ${sql.lit(who)} ->> 'name', ${sql.ref(who)} ->> 'name')) = lower(${email})`;
