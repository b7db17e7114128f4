import type { ChainFault } from "@lintel/contract/operations/audit";
import { createHash } from "node:crypto";
import type { AuditEvent } from "@lintel/contract/events";
import type { Database } from "../database/open-database.ts";
import { areNamesIntact } from "./audit-names.ts";
import { digestDetails, linkText, type ChainKey } from "./audit-log.ts";

export interface AuditFault {
  readonly sequence: number;
  readonly reason: ChainFault;
  readonly detail: string;
}

export interface AuditVerdict {
  readonly isIntact: boolean;
  readonly entries: number;
  /** SEQUENCE:HASH of the newest entry. */
  readonly head: string;
  readonly firstFault: AuditFault | null;
}

/** A present or former key of a log. */
export interface AuditEpoch {
  readonly key: ChainKey;
  /** No chain ends under it. */
  readonly isRetired: boolean;
}

const emptyHead = `0:${"0".repeat(64)}`;
const batchSize = 1000;

/**
 * Verifies an organization's chain from its first link. The database alone cannot show a truncation
 * together with a head that was moved back. `notedHead` shows it.
 */
export async function verifyAudit(
  db: Database,
  /** The oldest first: a chain goes from one to the next, and never back. */
  epochs: readonly AuditEpoch[],
  organizationId: string,
  notedHead: string | null,
): Promise<AuditVerdict> {
  const walk = startWalk(notedHead);
  await followChain(db, epochs, organizationId, walk, null);
  const head = await readHead(db, organizationId);
  // Other calls write at the same time, so entries up to the head are read as well.
  if (walk.fault === null && Number(head?.sequence ?? 0) > walk.sequence) {
    await followChain(db, epochs, organizationId, walk, head?.sequence ?? null);
  }
  const fault =
    walk.fault ?? checkHead(head, walk) ?? checkNoted(walk, notedHead) ?? checkEnd(epochs, walk);
  return {
    isIntact: fault === null,
    entries: walk.sequence,
    head: walk.sequence === 0 ? emptyHead : `${walk.sequence}:${walk.hash.toString("hex")}`,
    firstFault: fault,
  };
}

interface Walk {
  sequence: number;
  hash: Buffer;
  fault: AuditFault | null;
  /** Which of the keys the newest entry was written under. */
  epoch: number;
  readonly noted: number;
  /** The hash of the entry that the noted head names, once it was passed. */
  hashAtNoted: string | null;
}

function startWalk(notedHead: string | null): Walk {
  const noted = Number(notedHead?.split(":")[0] ?? -1);
  return { sequence: 0, hash: Buffer.alloc(0), fault: null, epoch: 0, noted, hashAtNoted: null };
}

async function followChain(
  db: Database,
  epochs: readonly AuditEpoch[],
  organizationId: string,
  walk: Walk,
  upTo: string | null,
): Promise<void> {
  for (;;) {
    const rows = await readBatch(db, organizationId, walk.sequence, upTo);
    for (const row of rows) {
      walk.fault = checkLink(epochs, walk, row);
      if (walk.fault !== null) return;
      walk.sequence = Number(row.sequence);
      walk.hash = Buffer.from(row.hash);
      if (walk.sequence === walk.noted) walk.hashAtNoted = walk.hash.toString("hex");
    }
    if (rows.length < batchSize) return;
  }
}

function readBatch(db: Database, organizationId: string, after: number, upTo: string | null) {
  return db
    .selectFrom("auditEntry")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("sequence", ">", String(after))
    .$if(upTo !== null, (query) => query.where("sequence", "<=", upTo ?? ""))
    .orderBy("sequence")
    .limit(batchSize)
    .execute();
}

function readHead(db: Database, organizationId: string) {
  return db
    .selectFrom("auditHead")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
}

type HeadRow = Awaited<ReturnType<typeof readHead>>;
export type EntryRow = Awaited<ReturnType<typeof readBatch>>[number];

function checkLink(epochs: readonly AuditEpoch[], before: Walk, row: EntryRow): AuditFault | null {
  const sequence = Number(row.sequence);
  const expected = before.sequence + 1;
  if (sequence !== expected) {
    return {
      sequence: expected,
      reason: "missing",
      detail: `Entry ${expected} is not there; the next is ${sequence}.`,
    };
  }
  // Erased details are empty; others must be what the chain covers.
  const isErased = JSON.stringify(row.details) === "{}";
  if (!isErased && digestDetails(row.details) !== row.detailsDigest) {
    return { sequence, reason: "edited", detail: `The details of entry ${sequence} were changed.` };
  }
  if (!areNamesIntact(row.names, row.actor, row.target))
    return { sequence, reason: "edited", detail: `The names of entry ${sequence} were changed.` };
  const epoch = epochs.findIndex(
    ({ key }, at) => at >= before.epoch && isLinkOf(key, before.hash, row),
  );
  if (epoch < 0) return nameBrokenLink(sequence);
  before.epoch = epoch;
  return null;
}

/** Whether an entry was written under a key, after an entry with that hash. */
export function isLinkOf(key: ChainKey, previous: Buffer, row: EntryRow): boolean {
  return hashRow(key, previous, row).equals(Buffer.from(row.hash));
}

function hashRow(key: ChainKey, previous: Buffer, row: EntryRow): Buffer {
  const text = linkText({
    organizationId: row.organizationId,
    occurredAt: row.occurredAt,
    event: row.event as AuditEvent,
    result: row.result as "success" | "refused",
    actor: row.actor as never,
    target: row.target,
    requestId: row.requestId,
    detailsDigest: row.detailsDigest,
  });
  const inner = createHash("sha256")
    .update(key.inner)
    .update(previous)
    .update(`${row.sequence}\n${text}`)
    .digest();
  return createHash("sha256").update(key.outer).update(inner).digest();
}

function nameBrokenLink(sequence: number): AuditFault {
  return {
    sequence,
    reason: "edited",
    detail: `Entry ${sequence} is not what was written there: it was edited, or entries changed places.`,
  };
}

function checkHead(head: HeadRow, walk: Walk): AuditFault | null {
  if (head === undefined) {
    return walk.sequence === 0
      ? null
      : {
          sequence: walk.sequence,
          reason: "missing",
          detail: "The head of the chain is not there.",
        };
  }
  const isSame =
    Number(head.sequence) === walk.sequence && Buffer.from(head.hash).equals(walk.hash);
  return isSame
    ? null
    : {
        sequence: walk.sequence + 1,
        reason: "truncated",
        detail: `The chain ends at ${walk.sequence}, its head says ${head.sequence}.`,
      };
}

// A rotation of the master key appends an entry to every chain before it retires the key of before.
function checkEnd(epochs: readonly AuditEpoch[], { sequence, epoch }: Walk): AuditFault | null {
  if (sequence === 0 || epochs[epoch]?.isRetired !== true) return null;
  return {
    sequence: sequence + 1,
    reason: "truncated",
    detail: `The chain ends at ${sequence} under a master key that was retired; what was written since is not there.`,
  };
}

function checkNoted(walk: Walk, notedHead: string | null): AuditFault | null {
  if (notedHead === null || notedHead === emptyHead) return null;
  const [sequence = "", hash = ""] = notedHead.split(":");
  if (walk.hashAtNoted === hash) return null;
  return walk.hashAtNoted === null
    ? {
        sequence: walk.sequence + 1,
        reason: "truncated",
        detail: `The chain ends at ${walk.sequence}; the head that was noted is ${sequence}.`,
      }
    : {
        sequence: Number(sequence),
        reason: "edited",
        detail: `Entry ${sequence} is not the one that was noted.`,
      };
}
