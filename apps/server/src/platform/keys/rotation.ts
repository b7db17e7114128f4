import type { Logger } from "pino";
import {
  appendAudit,
  deriveChainKey,
  instanceChain,
  type NewAuditEntry,
} from "../audit/audit-log.ts";
import type { Clock } from "../clock.ts";
import { fingerprintKey, type MasterKey } from "../crypto/master-key.ts";
import { yieldToEventLoop } from "../database/yield-to-event-loop.ts";
import type { Database } from "../database/open-database.ts";
import { inTransaction } from "../database/transaction.ts";
import {
  holdChains,
  replaceActiveKey,
  retireKeys,
  selectChainsBehind,
  selectKeyRecords,
  updateChainKey,
} from "./key-records.ts";
import { MasterKeyError } from "./master-keys.ts";
import { openChainKey, sealChainKey, type RegionKeys } from "./region-keys.ts";
import type { SealedRows } from "./sealed-rows.ts";

/** The context of a rotation. */
export interface Rotated {
  readonly region: string;
  readonly keys: RegionKeys;
  readonly sealed: readonly SealedRows[];
  readonly clock: Clock;
  readonly log: Logger;
}

const chainsAtOnce = 100;

/**
 * Makes a key the active one of a region, in one transaction: after its commit, no text is sealed
 * and no chain begins under the previous key. `continueRotation` then moves the stored texts and
 * chains to the new key. It can be interrupted and started again at any time.
 *
 * @throws MasterKeyError where a rotation is under way, or the key was retired.
 */
export async function beginRotation(
  db: Database,
  { region, keys, clock }: Rotated,
  master: MasterKey,
  operator: string,
): Promise<void> {
  const fingerprint = fingerprintKey(master);
  await inTransaction(db, async (trx) => {
    await holdChains(trx);
    const records = await selectKeyRecords(trx);
    const active = records.find(({ state }) => state === "active");
    if (active === undefined || active.fingerprint === fingerprint) return;
    refuseUnfinished(region, records);
    if (records.some((record) => record.fingerprint === fingerprint))
      throw new MasterKeyError(
        `The newest key (${fingerprint}) was retired in region ${region} already; a key is never used again. Make another.`,
      );
    const before = keys.active();
    for (const record of records.filter(({ state }) => state === "retired")) {
      const chainKey = openChainKey(before, record);
      if (chainKey !== null)
        await updateChainKey(
          trx,
          record.fingerprint,
          sealChainKey(master, record.fingerprint, chainKey),
        );
    }
    const chainKey = sealChainKey(
      master,
      active.fingerprint,
      deriveChainKey(before).toString("hex"),
    );
    await replaceActiveKey(trx, active, chainKey, fingerprint, clock.now());
  });
  await keys.reload(db);
  await record(db, { keys, clock }, "master_key.rotation_started", instanceChain, operator);
}

function refuseUnfinished(region: string, records: readonly { state: string }[]): void {
  if (records.some(({ state }) => state === "previous"))
    throw new MasterKeyError(
      `A rotation of region ${region} is under way; wait for its end: admin master-key status`,
    );
}

/**
 * Moves a region to its active key: first every chain continues under it, then every secret is
 * sealed again, then the previous keys are retired. The order matters: a node that still seals
 * under a previous key cannot append to a chain that has left it. Every step can be repeated.
 *
 * @returns whether no previous key is in use
 */
export async function continueRotation(
  db: Database,
  rotated: Rotated,
  signal: AbortSignal,
): Promise<boolean> {
  const { keys, sealed, log, region } = rotated;
  await keys.reload(db);
  if (!keys.records().some(({ state }) => state === "previous")) return true;
  if (!(await moveChains(db, rotated, signal))) return false;
  for (const rows of sealed) {
    const { lost } = await rows.sealAgain(db, keys.sealer, signal);
    if (lost > 0)
      log.warn(
        { region, table: rows.table, lost },
        "sealed rows that no master key opens are left",
      );
  }
  if (signal.aborted) return false;
  await finishRotation(db, rotated);
  return true;
}

/** Appends an entry to every chain that another key continues. */
async function moveChains(db: Database, rotated: Rotated, signal: AbortSignal): Promise<boolean> {
  const { keys } = rotated;
  const { fingerprint } = keys.current();
  for (;;) {
    const chains = await selectChainsBehind(db, fingerprint, chainsAtOnce);
    if (chains.length === 0) return true;
    for (const chain of chains) {
      if (signal.aborted) return false;
      await record(db, rotated, "master_key.rotated", chain);
      await yieldToEventLoop();
    }
  }
}

async function finishRotation(db: Database, { keys, clock, log, region }: Rotated): Promise<void> {
  const { fingerprint } = keys.current();
  await inTransaction(db, async (trx) => {
    const isLast = await retireKeys(trx, fingerprint, clock.now());
    if (!isLast) return;
    await appendAudit(
      trx,
      keys,
      entry({ keys, clock }, "master_key.rotation_finished", instanceChain),
    );
  });
  await keys.reload(db);
  log.info({ region, masterKey: fingerprint }, "the rotation of the master key is finished");
}

type Author = Pick<Rotated, "keys" | "clock">;
type KeyEvent = Extract<NewAuditEntry["event"], `master_key.${string}`>;

function record(
  db: Database,
  author: Author,
  event: KeyEvent,
  organizationId: string,
  operator?: string,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await appendAudit(trx, author.keys, entry(author, event, organizationId, operator));
  });
}

function entry(
  { keys, clock }: Author,
  event: KeyEvent,
  organizationId: string,
  operator?: string,
): NewAuditEntry {
  const type = operator === undefined ? "system" : "operator";
  return {
    organizationId,
    occurredAt: clock.now(),
    event,
    result: "success",
    actor: { type, id: null, name: operator ?? "lintel", keyId: null },
    target: null,
    requestId: null,
    details: { masterKey: keys.current().fingerprint },
  };
}
