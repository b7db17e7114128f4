import {
  auditEventNames,
  auditEvents,
  type AuditCategory,
  type AuditEvent,
} from "@lintel/contract/events";
import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  AuditEntry,
  AuditExportEntry,
  exportAuditLog,
  listAuditEntries,
  verifyAuditLog,
} from "@lintel/contract/operations/audit";
import { verifyAudit } from "../../platform/audit/verify-audit.ts";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { invalid } from "../../platform/problem.ts";
import {
  countAuditEntries,
  selectAuditBatch,
  selectAuditEntries,
  selectNewestSequence,
  type ActorFilter,
  type AuditFilter,
  type StoredAuditEntry,
} from "./audit-entry.store.ts";

const batchSize = 500;

type FilterInput = Omit<InputOf<typeof listAuditEntries>, "skip" | "take">;

export async function listEntries(
  context: OrganizationContext,
  input: InputOf<typeof listAuditEntries>,
): Promise<OutputOf<typeof listAuditEntries>> {
  const paging = readPaging(input);
  const filter = toFilter(context.organizationId, input);
  const rows = await selectAuditEntries(context.db, filter, paging);
  return {
    items: rows.map(toEntry),
    totalCount: await countAuditEntries(context.db, filter),
    ...paging,
  };
}

export async function exportEntries(
  platform: Pick<Platform, "database">,
  context: OrganizationContext,
  input: InputOf<typeof exportAuditLog>,
): Promise<OutputOf<typeof exportAuditLog>> {
  const { principal, organizationId, now } = context;
  const filter = toFilter(organizationId, input);
  // Entries that are written during the export are not part of it.
  const upTo = await selectNewestSequence(context.db, organizationId);
  const name = principal.organization?.slug ?? organizationId;
  return {
    mediaType: "application/json",
    fileName: `audit-log-${name}-${now.toISOString().slice(0, 10)}.json`,
    content: writeDocument(readInBatches(platform, filter, upTo)),
  };
}

export async function verifyEntries(
  platform: Pick<Platform, "keys">,
  context: OrganizationContext,
  head: string | undefined,
): Promise<OutputOf<typeof verifyAuditLog>> {
  const epochs = await platform.keys.epochs(context.db);
  return verifyAudit(context.db, epochs, context.organizationId, head ?? null);
}

// The call ends when the last batch is read. Each batch is a separate query.
async function* readInBatches(
  platform: Pick<Platform, "database">,
  filter: AuditFilter,
  upTo: string,
): AsyncGenerator<StoredAuditEntry[]> {
  const db = await platform.database();
  let after = "0";
  for (;;) {
    const rows = await selectAuditBatch(db, filter, { after, upTo, size: batchSize });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.sequence;
  }
}

async function* writeDocument(batches: AsyncIterable<StoredAuditEntry[]>): AsyncGenerator<string> {
  let separator = "[";
  for await (const rows of batches) {
    const lines = rows.map((row) => JSON.stringify(toExportEntry(row)));
    yield `${separator}\n${lines.join(",\n")}`;
    separator = ",";
  }
  yield separator === "[" ? "[]\n" : "\n]\n";
}

function toFilter(organizationId: string, input: FilterInput): AuditFilter {
  return {
    organizationId,
    events: chooseEvents(input.category, input.event),
    actor: input.actor === undefined ? null : toActorFilter(input.actor),
    from: toInstant("from", input.from),
    to: toInstant("to", input.to),
  };
}

function chooseEvents(
  category: AuditCategory | undefined,
  event: AuditEvent | undefined,
): readonly string[] | null {
  if (category === undefined && event === undefined) return null;
  return auditEventNames.filter(
    (name) =>
      (event === undefined || name === event) &&
      (category === undefined || auditEvents[name] === category),
  );
}

function toActorFilter(actor: string): ActorFilter {
  if (actor === "operator") return { type: "operator" };
  return actor.includes("@") ? { email: actor } : { id: actor.toLowerCase() };
}

// RFC 3339 §5.6 allows any offset and a leap second; stored instants are UTC in milliseconds.
function toInstant(field: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const instant = new Date(text);
  if (!Number.isNaN(instant.getTime())) return instant.toISOString();
  throw invalid({
    field,
    code: "format",
    message: "Must be an instant such as 2026-01-31T12:00:00Z.",
  });
}

function toEntry(row: StoredAuditEntry): AuditEntry {
  const event = row.event as AuditEvent;
  return {
    sequence: Number(row.sequence),
    occurredAt: row.occurredAt,
    category: auditEvents[event],
    event,
    result: row.result as AuditEntry["result"],
    actor: row.actor as AuditEntry["actor"],
    target: row.target,
    requestId: row.requestId,
  };
}

function toExportEntry(row: StoredAuditEntry): AuditExportEntry {
  return { ...toEntry(row), details: row.details, hash: Buffer.from(row.hash).toString("hex") };
}
