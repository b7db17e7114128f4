import { migrations } from "./migrations/migrations.generated.ts";
import { appendAudit, instanceChain, type NewAuditEntry } from "./platform/audit/audit-log.ts";
import { BackupError } from "./platform/backup/backup-format.ts";
import { checkBackup, type RestoreConsent } from "./platform/backup/check-backup.ts";
import { restoreBackup, type RestoreSummary } from "./platform/backup/restore-backup.ts";
import { writeBackup, type BackupSummary } from "./platform/backup/write-backup.ts";
import type { Clock } from "./platform/clock.ts";
import { fingerprintKey } from "./platform/crypto/master-key.ts";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
  type OpenDatabase,
} from "./platform/database/open-database.ts";
import { inTransaction } from "./platform/database/transaction.ts";
import { adoptKey } from "./platform/keys/key-records.ts";
import type { MasterKeys } from "./platform/keys/master-keys.ts";
import type { SealedRows } from "./platform/keys/sealed-rows.ts";
import type { RegionKeys } from "./platform/keys/region-keys.ts";

/** The parts of a region that a backup needs. */
export interface BackupPlace {
  readonly region: string;
  readonly location: DatabaseLocation;
  readonly masterKeys: MasterKeys;
  readonly keys: RegionKeys;
  readonly clock: Clock;
  /** The tables of features with sealed texts in them. */
  readonly sealed: readonly SealedRows[];
}

/** Backs up a region while it is in use. The installation's audit log records it. */
export async function backUpRegion(
  place: BackupPlace,
  database: OpenDatabase,
  file: string,
  operator: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<BackupSummary> {
  const { region, keys, clock } = place;
  const instant = await database.openInstant().catch(explainCopy);
  try {
    signal.throwIfAborted();
    const facts = { region, masterKey: keys.active(), createdAt: clock.now() };
    const summary = await writeBackup(instant.db, file, facts, signal);
    await record(place, database.db, "backup.created", operator, { ...summary });
    return summary;
  } finally {
    await instant.close();
  }
}

/** A copy of an embedded region needs as much space as the region. */
function explainCopy(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== "ENOSPC" && code !== "EDQUOT" && !message.includes("could not be opened"))
    throw error;
  throw new BackupError(
    "The data folder has too little space: a backup of an embedded region needs as much additional space as the region uses. Free space on the disk of LINTEL_DATA. Nothing was written.",
    { cause: error },
  );
}

/**
 * Restores a region that is not open: its schema is the backup's until all rows are restored.
 */
export async function restoreRegion(
  place: BackupPlace,
  file: string,
  operator: string,
  consent: RestoreConsent,
): Promise<RestoreSummary> {
  const { region, masterKeys, location, keys } = place;
  const backup = await checkBackup(file, {
    region,
    masterKeys: masterKeys.list(),
    migrations,
    ...consent,
  });
  await masterKeys.save();
  const database = await openDatabase(location);
  try {
    const summary = await restoreBackup(database.db, file, backup, {
      migrations,
      sealed: place.sealed,
    });
    if (summary.isUnderAnotherKey)
      await adoptKey(database.db, fingerprintKey(masterKeys.newest()), place.clock.now());
    await keys.reload(database.db);
    await record(place, database.db, "backup.restored", operator, { file, ...summary, ...consent });
    return summary;
  } finally {
    await database.close();
  }
}

async function record(
  place: BackupPlace,
  db: Database,
  event: "backup.created" | "backup.restored",
  operator: string,
  details: Record<string, unknown>,
): Promise<void> {
  const entry: NewAuditEntry = {
    organizationId: instanceChain,
    occurredAt: place.clock.now(),
    event,
    result: "success",
    actor: { type: "operator", id: null, name: operator, keyId: null },
    target: { type: "region", id: null, name: place.region },
    requestId: null,
    details,
  };
  await inTransaction(db, (trx) => appendAudit(trx, place.keys, entry));
}
