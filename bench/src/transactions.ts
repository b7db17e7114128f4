import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  selectEnvironment,
  updateEnvironmentRow,
} from "@lintel/server/features/environments/environment.store";
import {
  appendAudit,
  createChainKey,
  type AuditKeys,
  type NewAuditEntry,
} from "@lintel/server/platform/audit/audit-log";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
} from "@lintel/server/platform/database/open-database";
import { selectActiveKey } from "@lintel/server/platform/keys/key-records";
import { inTransaction } from "@lintel/server/platform/database/transaction";

/** Where one writer writes. */
export interface WritePlace {
  readonly organizationId: string;
  readonly projectId: string;
  readonly environmentId: string;
}

export interface TransactionRates {
  readonly chained: number[];
  readonly unchained: number[];
}

type AppendEntry = (trx: Database, entry: NewAuditEntry) => Promise<unknown>;

/**
 * Measures the transaction of the product without HTTP: it reads the environment, changes it under
 * its version, and appends the entry; in turn with the same transaction without a chain. Returns
 * transactions per second.
 */
export async function measureTransactions(
  location: DatabaseLocation,
  team: readonly WritePlace[],
  options: { readonly rounds: number; readonly seconds: number },
): Promise<TransactionRates> {
  const database = await openDatabase(location);
  const { db } = database;
  try {
    await sql`create table if not exists bench_unchained_entry (like audit_entry including all)`.execute(
      db,
    );
    // The product has begun these chains: only its own master key continues them.
    const fingerprint = (await selectActiveKey(db)) ?? "";
    const key = createChainKey(Buffer.alloc(32, 7));
    const keys: AuditKeys = {
      current: () => ({ fingerprint, key, follows: [fingerprint] }),
      reload: async () => {},
    };
    const rates: TransactionRates = { chained: [], unchained: [] };
    const sides: [number[], AppendEntry][] = [
      [rates.chained, (trx, entry) => appendAudit(trx, keys, entry)],
      [rates.unchained, appendUnchained],
    ];
    for (let round = -1; round < options.rounds; round += 1) {
      for (const [into, append] of round % 2 === 0 ? sides : sides.toReversed()) {
        const until = performance.now() + options.seconds * 1000;
        const counts = await Promise.all(team.map((place) => writeUntil(db, place, append, until)));
        const total = counts.reduce((sum, count) => sum + count, 0);
        if (round >= 0) into.push(total / options.seconds);
      }
    }
    return rates;
  } finally {
    await database.close();
  }
}

async function writeUntil(
  db: Database,
  place: WritePlace,
  append: AppendEntry,
  until: number,
): Promise<number> {
  let count = 0;
  for (; performance.now() < until; count += 1) {
    const baseUrl = `https://${count}.example.com`;
    await inTransaction(db, (trx) => change(trx, place, baseUrl, append));
  }
  return count;
}

async function change(
  trx: Database,
  { organizationId, projectId, environmentId }: WritePlace,
  baseUrl: string,
  append: AppendEntry,
): Promise<void> {
  const now = new Date();
  const before = await selectEnvironment(trx, organizationId, projectId, environmentId);
  if (before === undefined) throw new Error("The environment is gone.");
  const row = await updateEnvironmentRow(trx, before, { ...before, baseUrl }, now);
  if (row === undefined) throw new Error("Someone else changed the environment.");
  await append(trx, {
    organizationId,
    occurredAt: now,
    event: "environment.updated",
    result: "success",
    actor: { type: "user", id: projectId, name: "bench@example.com", keyId: projectId },
    target: { type: "environment", id: environmentId, name: before.name },
    requestId: environmentId,
    details: { projectId, changed: ["baseUrl"] },
  });
}

// A random number instead of the head of the chain: the same row, and no writer waits for another.
function appendUnchained(trx: Database, entry: NewAuditEntry) {
  const sequence = Number.parseInt(randomUUID().replaceAll("-", "").slice(0, 13), 16);
  return sql`insert into bench_unchained_entry (organization_id, sequence, occurred_at, event, result, actor,
      target, request_id, details, details_digest, hash)
    values (${entry.organizationId}, ${sequence}, ${entry.occurredAt.toISOString()}, ${entry.event},
      ${entry.result}, ${JSON.stringify(entry.actor)}::json, ${JSON.stringify(entry.target)}::json,
      ${entry.requestId}, ${JSON.stringify(entry.details)}::json, '', ''::bytea)`.execute(trx);
}
