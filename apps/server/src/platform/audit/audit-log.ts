import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { AuditEvent } from "@lintel/contract/events";
import { deriveKey, type MasterKey } from "../crypto/master-key.ts";
import { compileOnce } from "../database/compile-once.ts";
import type { Database } from "../database/open-database.ts";

/** The chain of what concerns the installation and no organization. */
export const instanceChain = "00000000-0000-0000-0000-000000000000";

export interface AuditActor {
  readonly type: "user" | "operator" | "system";
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

export function createChainKey(master: MasterKey): ChainKey {
  const key = deriveKey(master, "audit");
  const pad = (byte: number) =>
    Buffer.from(Array.from({ length: 64 }, (_, at) => (key[at] ?? 0) ^ byte));
  return { inner: pad(0x36), outer: pad(0x5c) };
}

/** What a link covers beside the link before it and its own number; the order is part of the format. */
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
 * Appends an entry as the last statement of a transaction. One statement moves the chain's head,
 * which it locks, and writes the entry: writers of one organization queue here and nowhere else.
 */
export async function appendAudit(
  db: Database,
  key: ChainKey,
  entry: NewAuditEntry,
): Promise<void> {
  const occurredAt = entry.occurredAt.toISOString();
  const detailsDigest = digestDetails(entry.details);
  await appendLink(
    db,
    key.inner,
    key.outer,
    linkText({ ...entry, occurredAt, detailsDigest }),
    entry.organizationId,
    occurredAt,
    entry.event,
    entry.result,
    JSON.stringify(entry.actor),
    JSON.stringify(entry.target),
    entry.requestId,
    JSON.stringify(entry.details),
    detailsDigest,
  );
}

/** Every change passes here: compiled once. `text` is what the link covers. */
const appendLink = compileOnce(
  (
    db: Database,
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
  ) => {
    const hash = (previous: unknown, sequence: unknown) =>
      hashLink({ inner, outer }, previous, sequence, text);
    const statement = sql`
      with link as (
        insert into audit_head as head (organization_id, sequence, hash)
        values (${organizationId}, 1, ${hash(sql`''::bytea`, sql`'1'`)})
        on conflict (organization_id) do update set
          sequence = head.sequence + 1,
          hash = ${hash(sql`head.hash`, sql`(head.sequence + 1)::text`)}
        returning sequence, hash)
      insert into audit_entry (organization_id, sequence, occurred_at, event, result, actor, target,
        request_id, details, details_digest, hash)
      select ${organizationId}, link.sequence, ${occurredAt}, ${event}, ${result},
        ${actor}::json, ${target}::json, ${requestId}, ${details}::json, ${detailsDigest}, link.hash
      from link`;
    return { compile: () => statement.compile(db) };
  },
);

function hashLink(key: ChainKey, previous: unknown, sequence: unknown, text: string) {
  return sql`sha256(${key.outer}::bytea || sha256(${key.inner}::bytea || ${previous}
    || convert_to(${sequence} || chr(10) || ${text}::text, 'UTF8')))`;
}
