import { fingerprintKey, type MasterKey } from "../crypto/master-key.ts";
import type { Migrations } from "../database/migrate.ts";
import { BackupError, type BackupHeader } from "./backup-format.ts";
import { findSigningKey } from "./backup-mac.ts";
import { broken, readHeader } from "./read-backup.ts";

/** What the operator accepts for a backup that no key of the installation authenticates. */
export interface RestoreConsent {
  /** Continues under another master key, without the secrets that nothing opens any more. */
  readonly dropsSecrets: boolean;
  /** Continues although it is unknown who wrote the file. */
  readonly isUnauthenticated: boolean;
}

export interface RestoreOptions extends RestoreConsent {
  readonly region: string;
  /** Every key that the installation has: one of them signed the backup. */
  readonly masterKeys: readonly MasterKey[];
  readonly migrations: Migrations;
}

/** A backup that may be restored. */
export interface CheckedBackup {
  readonly header: BackupHeader;
  /** The key that signed it, or null for an unauthenticated one that the operator accepted. */
  readonly signedBy: MasterKey | null;
  /** Whether its secrets were sealed under a key that this installation does not have. */
  readonly isUnderAnotherKey: boolean;
}

/**
 * Checks, before a database is opened, that a backup is what an installation with one of these keys
 * wrote, and that it may be restored here.
 *
 * @throws BackupError where it may not; the message says what to do.
 */
export async function checkBackup(file: string, options: RestoreOptions): Promise<CheckedBackup> {
  const signedBy = await findSigningKey(file, options.masterKeys).catch((error: Error) => {
    throw new BackupError(`${file} cannot be read: ${error.message}.`, { cause: error });
  });
  const header = await readHeader(file);
  const known = options.masterKeys.map(fingerprintKey);
  const isUnderAnotherKey = !known.includes(header.masterKeyFingerprint);
  checkPlace(file, header, options);
  if (isUnderAnotherKey && !options.dropsSecrets) throw underAnotherKey(file, header);
  if (signedBy === null && !options.isUnauthenticated) {
    if (header.version === 1) throw unsigned(file);
    throw isUnderAnotherKey ? unverifiable(file) : broken(file, "it was changed or cut off");
  }
  return { header, signedBy, isUnderAnotherKey };
}

function checkPlace(file: string, header: BackupHeader, options: RestoreOptions): void {
  if (header.region !== options.region) {
    throw new BackupError(
      `${file} is of region ${header.region}; restore it with --region ${header.region}.`,
    );
  }
  const known = Object.keys(options.migrations);
  const newer = header.migrations.filter((name) => !known.includes(name));
  if (newer.length > 0) {
    throw new BackupError(
      `${file} was made by a newer version (schema ${newer.join(", ")}); upgrade first.`,
    );
  }
  const isPrefix = header.migrations.every((name, at) => name === known[at]);
  if (!isPrefix || header.migrations.length === 0)
    throw broken(file, "its schema is none that Lintel ever had");
}

function underAnotherKey(file: string, header: BackupHeader): BackupError {
  return new BackupError(
    `${file} was made under another master key, with the fingerprint ${header.masterKeyFingerprint}. Give that key as well: LINTEL_MASTER_KEY takes several, separated by commas, and the file master.key has one on each line. If that key is lost, it cannot be checked whether the file was changed, and its secrets stay sealed. To restore the rest nevertheless, add --drop-secrets --unauthenticated`,
  );
}

function unverifiable(file: string): BackupError {
  return new BackupError(
    `${file} was made under a master key that is not available, so it cannot be checked whether it was changed. The author of the file decides who may sign in. If you trust it, add --unauthenticated.`,
  );
}

function unsigned(file: string): BackupError {
  return new BackupError(
    `${file} is of the old format, which has no authentication code. The author of the file decides who may sign in. If you trust it, add --unauthenticated, and make a new backup afterwards.`,
  );
}
