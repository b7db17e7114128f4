import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { AuditExportEntry, exportAuditLog } from "@lintel/contract/operations/audit";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import {
  selectAuditBatch,
  selectNewestSequence,
  type AuditFilter,
  type StoredAuditEntry,
} from "./audit-entry.store.ts";
import { toEntry, toFilter } from "./audit-log.service.ts";

const batchSize = 500;

type Batches = AsyncIterable<StoredAuditEntry[]>;

const formats = {
  json: { mediaType: "application/json", write: writeDocument },
  ndjson: { mediaType: "application/x-ndjson", write: writeLines },
  csv: { mediaType: "text/csv", write: writeTable },
} as const;

export async function exportEntries(
  platform: Pick<Platform, "database">,
  context: OrganizationContext,
  input: InputOf<typeof exportAuditLog>,
): Promise<OutputOf<typeof exportAuditLog>> {
  const { principal, organizationId, now } = context;
  const format = input.format ?? "json";
  const { mediaType, write } = formats[format];
  const filter = toFilter(organizationId, input);
  // Entries that are written during the export are not part of it.
  const upTo = await selectNewestSequence(context.db, organizationId);
  const name = principal.organization?.slug ?? organizationId;
  return {
    mediaType,
    fileName: `audit-log-${name}-${now.toISOString().slice(0, 10)}.${format}`,
    content: write(readInBatches(platform, filter, String(input.after ?? 0), upTo)),
  };
}

// The call ends when the last batch is read. Each batch is a separate query.
async function* readInBatches(
  platform: Pick<Platform, "database">,
  filter: AuditFilter,
  first: string,
  upTo: string,
): AsyncGenerator<StoredAuditEntry[]> {
  const db = await platform.database();
  let after = first;
  for (;;) {
    const rows = await selectAuditBatch(db, filter, { after, upTo, size: batchSize });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.sequence;
  }
}

async function* writeDocument(batches: Batches): AsyncGenerator<string> {
  let separator = "[";
  for await (const rows of batches) {
    const lines = rows.map((row) => JSON.stringify(toExportEntry(row)));
    yield `${separator}\n${lines.join(",\n")}`;
    separator = ",";
  }
  yield separator === "[" ? "[]\n" : "\n]\n";
}

async function* writeLines(batches: Batches): AsyncGenerator<string> {
  for await (const rows of batches)
    yield rows.map((row) => `${JSON.stringify(toExportEntry(row))}\n`).join("");
}

function toExportEntry(row: StoredAuditEntry): AuditExportEntry {
  return { ...toEntry(row), details: row.details, hash: Buffer.from(row.hash).toString("hex") };
}

const columns = [
  "sequence",
  "occurredAt",
  "category",
  "event",
  "result",
  "actorType",
  "actorId",
  "actorName",
  "targetType",
  "targetId",
  "targetName",
  "requestId",
] as const;

// RFC 4180: lines end with CRLF.
async function* writeTable(batches: Batches): AsyncGenerator<string> {
  yield `${columns.join(",")}\r\n`;
  for await (const rows of batches) yield rows.map((row) => `${toLine(row)}\r\n`).join("");
}

function toLine(row: StoredAuditEntry): string {
  const { sequence, occurredAt, category, event, result, actor, target, requestId } = toEntry(row);
  const ofActor = [actor.type, actor.id, actor.name];
  const ofTarget = [target?.type, target?.id, target?.name];
  const cells = [sequence, occurredAt, category, event, result, ...ofActor, ...ofTarget, requestId];
  return cells.map((cell) => toCell(String(cell ?? ""))).join(",");
}

/** A spreadsheet would run a name that begins like a formula. */
function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
