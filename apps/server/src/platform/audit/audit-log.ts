import type { ActorType } from "@lintel/contract/operations/audit";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { AuditEvent } from "@lintel/contract/events";
import { deriveKey, type MasterKey } from "../crypto/master-key.ts";
import { splitNames } from "./audit-names.ts";
import { OutdatedError } from "../database/database-error.ts";
import type { Database } from "../database/open-database.ts";
import { toEventActor } from "../events/append-events.ts";
import {
  compileAppend,
  insertEvents,
  type GivenEvents,
  type NewEvent,
} from "../events/compile-append.ts";

/** The chain of the installation, for entries without an organization. */
export const instanceChain = "00000000-0000-0000-0000-000000000000";

export interface AuditActor {
  readonly type: ActorType;
  readonly id: string | null;
  readonly name: string;
  readonly keyId: string | null;
}

export interface AuditTarget {
  readonly type: string;
  readonly id: string | null;
  readonly name: string | null;
}

export interface NewAuditEntry {
  readonly organizationId: string;
  readonly occurredAt: Date;
  readonly event: AuditEvent;
  readonly result: "success" | "refused";
  readonly actor: AuditActor;
  readonly target: AuditTarget | null;
  readonly requestId: string | null;
  readonly details: Record<string, unknown>;
}

/** The two keys of HMAC-SHA-256 (RFC 2104 §2), padded, so that SQL needs no more than sha256(). */
export interface ChainKey {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

/** The present key of the chains, and a function that reads whether it has changed. */
export interface AuditKeys {
  current(): CurrentChainKey;
  /** Reads from the database which master key is in use. */
  reload(db: Database): Promise<void>;
}

export interface CurrentChainKey {
  /** Of the master key that it is derived from. */
  readonly fingerprint: string;
  readonly key: ChainKey;
  /** Master keys whose chains it may continue: its own and those of before. */
  readonly follows: readonly string[];
}

export function createChainKey(master: MasterKey): ChainKey {
  return padChainKey(deriveChainKey(master));
}

/** 32 bytes, before they are padded. */
export function deriveChainKey(master: MasterKey): Buffer {
  return deriveKey(master, "audit");
}

export function padChainKey(key: Buffer): ChainKey {
  const pad = (byte: number) =>
    Buffer.from(Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ byte));
  return { inner: pad(0x36), outer: pad(0x5c) };
}

/**
 * What a link covers in addition to the previous link and its number, in the order of the format.
 */
export function linkText(
  entry: Omit<NewAuditEntry, "details" | "occurredAt" | "organizationId"> & {
    organizationId: string;
    occurredAt: string;
    detailsDigest: string;
  },
): string {
  return JSON.stringify([
    entry.organizationId,
    entry.occurredAt,
    entry.event,
    entry.result,
    entry.actor,
    entry.target,
    entry.requestId,
    entry.detailsDigest,
  ]);
}

export function digestDetails(details: unknown): string {
  return createHash("sha256").update(JSON.stringify(details)).digest("hex");
}

/**
 * Appends an entry, and the events of the same change, as the last statement of a transaction. One
 * statement moves the organization's head, which it locks, and writes the rows: writers of one
 * organization queue here and nowhere else, so that a later number never commits first.
 *
 * @returns the number of the organization's newest event.
 * @throws OutdatedError where a newer master key continues the chain: what the transaction sealed is
 *   sealed under a key of before, so that it has to be run again.
 */
export async function appendAudit(
  trx: Database,
  keys: AuditKeys,
  entry: NewAuditEntry,
  events: readonly NewEvent[] = [],
): Promise<string> {
  const { fingerprint, key, follows } = keys.current();
  const occurredAt = entry.occurredAt.toISOString();
  const detailsDigest = digestDetails(entry.details);
  const { actor, target, names } = splitNames(entry.actor, entry.target);
  const [written] = await appendLink(
    trx,
    events,
    fingerprint,
    follows,
    key.inner,
    key.outer,
    linkText({ ...entry, actor, target, occurredAt, detailsDigest }),
    entry.organizationId,
    occurredAt,
    entry.event,
    entry.result,
    JSON.stringify(actor),
    JSON.stringify(target),
    entry.requestId,
    JSON.stringify(entry.details),
    detailsDigest,
    JSON.stringify(toEventActor(entry.actor)),
    names === null ? null : JSON.stringify(names),
  );
  if (written !== undefined) return written.last;
  await keys.reload(trx);
  throw new OutdatedError("A newer master key continues the audit chain.");
}

/** Every change runs this statement, so it is compiled once. `text` is what the link covers. */
const appendLink = compileAppend(
  (
    db,
    events: GivenEvents,
    fingerprint: string,
    follows: readonly string[],
    inner: Buffer,
    outer: Buffer,
    text: string,
    organizationId: string,
    occurredAt: string,
    event: string,
    result: string,
    actor: string,
    target: string,
    requestId: string | null,
    details: string,
    detailsDigest: string,
    eventActor: string,
    names: string | null,
  ) => {
    const hash = (previous: unknown, sequence: unknown) =>
      hashLink({ inner, outer }, previous, sequence, text);
    // A chain begins only under the active master key, and never continues under an older one.
    const statement = sql<{ last: string }>`
      with link as (
        insert into audit_head as head (organization_id, sequence, hash, key_fingerprint, event_sequence)
        select ${organizationId}, 1, ${hash(sql`''::bytea`, sql`'1'`)}, ${fingerprint},
          ${events.count}
        where exists (select from master_key where fingerprint = ${fingerprint} and state = 'active')
          or exists (select from audit_head where organization_id = ${organizationId})
        on conflict (organization_id) do update set
          sequence = head.sequence + 1,
          hash = ${hash(sql`head.hash`, sql`(head.sequence + 1)::text`)},
          key_fingerprint = excluded.key_fingerprint,
          event_sequence = head.event_sequence + excluded.event_sequence
        where head.key_fingerprint is null or head.key_fingerprint = any(${follows}::text[])
        returning sequence, hash, event_sequence),
      happened as (${insertEvents(sql`link`, events, { organizationId, occurredAt, actor: eventActor, requestId })})
      insert into audit_entry (organization_id, sequence, occurred_at, event, result, actor, target,
        request_id, details, details_digest, hash, names)
      select ${organizationId}, link.sequence, ${occurredAt}, ${event}, ${result},
        ${actor}::json, ${target}::json, ${requestId}, ${details}::json, ${detailsDigest}, link.hash,
        ${names}::json
      from link
      returning (select event_sequence from link) as last`;
    return { compile: () => statement.compile(db) };
  },
);

function hashLink(key: ChainKey, previous: unknown, sequence: unknown, text: string) {
  return sql`sha256(${key.outer}::bytea || sha256(${key.inner}::bytea || ${previous}
    || convert_to(${sequence} || chr(10) || ${text}::text, 'UTF8')))`;
}
