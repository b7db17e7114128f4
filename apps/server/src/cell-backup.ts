import { migrations } from "./migrations/migrations.ts";
import { appendAudit, createChainKey, instanceChain } from "./platform/audit/audit-log.ts";
import { fingerprintKey } from "./platform/backup/backup-format.ts";
import {
  checkBackup,
  restoreBackup,
  type RestoreSummary,
} from "./platform/backup/restore-backup.ts";
import { writeBackup, type BackupSummary } from "./platform/backup/write-backup.ts";
import type { Clock } from "./platform/clock.ts";
import type { MasterKey } from "./platform/crypto/master-key.ts";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
  type OpenDatabase,
} from "./platform/database/open-database.ts";

/** What backups need to know of a region. */
export interface BackupPlace {
  readonly region: string;
  readonly location: DatabaseLocation;
  readonly masterKey: MasterKey;
  readonly clock: Clock;
}

/** Backs a region up while it is used; the act is in the audit log of the installation. */
export async function backUpRegion(
  place: BackupPlace,
  database: OpenDatabase,
  file: string,
  operator: string,
): Promise<BackupSummary> {
  const { region, masterKey, clock } = place;
  const instant = await database.openInstant();
  try {
    const facts = {
      region,
      masterKeyFingerprint: fingerprintKey(masterKey),
      createdAt: clock.now(),
    };
    const summary = await writeBackup(instant.db, file, facts);
    await record(place, database.db, "backup.created", operator, { ...summary });
    return summary;
  } finally {
    await instant.close();
  }
}

/** Restores a region that nobody has opened: its schema is the backup's until all rows are in. */
export async function restoreRegion(
  place: BackupPlace,
  file: string,
  operator: string,
  dropsSecrets: boolean,
): Promise<RestoreSummary> {
  const { region, masterKey, location } = place;
  const options = { region, masterKey, migrations, dropsSecrets };
  await checkBackup(file, options);
  const database = await openDatabase(location);
  try {
    const summary = await restoreBackup(database.db, file, options);
    await record(place, database.db, "backup.restored", operator, { file, ...summary });
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
  await appendAudit(db, createChainKey(place.masterKey), {
    organizationId: instanceChain,
    occurredAt: place.clock.now(),
    event,
    result: "success",
    actor: { type: "operator", id: null, name: operator, keyId: null },
    target: { type: "region", id: null, name: place.region },
    requestId: null,
    details,
  });
}
