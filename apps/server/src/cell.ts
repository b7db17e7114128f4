import { existsSync } from "node:fs";
import { allOperations } from "@lintel/contract/catalog";
import { backUpRegion, restoreRegion } from "./cell-backup.ts";
import { isInUse } from "./features/organizations/organization.service.ts";
import { createSites, type Sites } from "./features/portal/site.service.ts";
import { createScimLog, type ScimLog } from "./features/scim/log/scim-log.ts";
import {
  createToolContexts,
  type ToolContexts,
} from "./features/tool-context/tool-context.service.ts";
import { migrations } from "./migrations/migrations.generated.ts";
import type { RestoreConsent } from "./platform/backup/check-backup.ts";
import type { RestoreSummary } from "./platform/backup/restore-backup.ts";
import type { BackupSummary } from "./platform/backup/write-backup.ts";
import { createSequence } from "./platform/sequence.ts";
import { fingerprintKey } from "./platform/crypto/master-key.ts";
import { noteKey, readNotedKey } from "./platform/data-folder/region-data.ts";
import { migrate } from "./platform/database/migrate.ts";
import {
  openDatabase,
  removeCopies,
  type DatabaseLocation,
  type OpenDatabase,
} from "./platform/database/open-database.ts";
import { vacuumSchedule } from "./platform/jobs/vacuum-embedded.ts";
import { retentionSchedule } from "./platform/events/event-retention.ts";
import { toSubscriptionHandler } from "./platform/events/subscription.ts";
import { createJobQueue } from "./platform/jobs/job-queue.ts";
import { type RegionKeys } from "./platform/keys/region-keys.ts";
import { beginRotation } from "./platform/keys/rotation.ts";
import { sealedMessages } from "./platform/mail/message.sealed.ts";
import { createRotationWork } from "./platform/keys/rotation.upkeep.ts";
import { checkComplete } from "./platform/kernel/check-complete.ts";
import { createKernel, type Kernel } from "./platform/kernel/kernel.ts";
import { observeKernel } from "./platform/kernel/observe-kernel.ts";
import type { Platform } from "./platform/kernel/platform.ts";
import { type RegionTelemetry } from "./platform/telemetry/region-telemetry.ts";
import { composeFeatures } from "./compose-features.ts";
import { createPlatform, type CellOptions } from "./create-platform.ts";

/** One region: its database, its kernel, its background work. */
export interface Cell {
  readonly region: string;
  readonly kernel: Kernel;
  readonly platform: Platform;
  /** What agents work in. */
  readonly toolContexts: ToolContexts;
  /** What readers of the portal see. */
  readonly sites: Sites;
  /** What identity providers sent. */
  readonly scimLog: ScimLog;
  /** Opens the database, brings it to this version's schema and begins background work; once. */
  open(): Promise<OpenDatabase>;
  readonly isOpen: boolean;
  /** Whether the database is a server's, not a folder's. */
  readonly isRemote: boolean;
  /** Whether an embedded database has been made already; a server's is not asked. */
  hasData(): boolean;
  /** Whether this process was given the master key of a fingerprint. */
  hasKey(fingerprint: string): boolean;
  /** Whether there is an organization; of an embedded region, which is made for its first one, whether it has data. */
  isUsed(): Promise<boolean>;
  /** Whether the region was last used with a master key that this process has; false where that is not known. */
  hasNotedKey(): Promise<boolean>;
  /**
   * Begins to use the newest master key and seals everything again under it in the background.
   * `waits`: returns when that is done.
   *
   * @throws MasterKeyError where a rotation is under way already.
   */
  rotateKey(operator: string, waits: boolean): Promise<void>;
  /** Writes everything of the region into a new file, while it is used; one after another. */
  backUp(file: string, operator: string, signal?: AbortSignal): Promise<BackupSummary>;
  /** Restores a backup into the region, which must be empty and not open. */
  restore(file: string, operator: string, consent: RestoreConsent): Promise<RestoreSummary>;
  /** Ends background work; calls are still answered. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

export function createCell(options: CellOptions): Cell {
  let opening: Promise<OpenDatabase> | null = null;
  const jobs = createJobQueue(options.log);
  const platform = createPlatform(options, jobs, async () => (await open()).db);
  const scimLog = createScimLog({ ...platform, isOpen: () => opening !== null });
  const features = composeFeatures({ ...platform, documents: options.documents }, { scimLog });
  const implementations = features.flatMap((feature) => feature.implementations);
  checkComplete(allOperations, implementations);
  const { masterKeys, location } = options;
  const subscriptions = features.flatMap((feature) => feature.subscriptions ?? []);
  platform.subscribers.add(subscriptions);
  const sealed = [sealedMessages, ...features.flatMap((feature) => feature.sealed ?? [])];
  const rotation = createRotationWork({ ...platform, sealed });
  const backups = createSequence();

  async function open(): Promise<OpenDatabase> {
    opening ??= openRegion().catch((error: unknown) => {
      // The next call tries again: a database server may have been restarting.
      opening = null;
      throw error;
    });
    return opening;
  }

  async function openRegion(): Promise<OpenDatabase> {
    if (location.engine === "embedded" && location.folder !== null)
      await removeCopies(location.folder);
    await masterKeys.save();
    const database = await openAndMigrate(location, platform.telemetry);
    try {
      await platform.keys.reload(database.db);
      await noteActiveKey(location, platform.keys);
      const handlers = [
        ...features.flatMap((feature) => feature.jobs ?? []),
        ...subscriptions.map((one) => toSubscriptionHandler(one, platform.database)),
        rotation.upkeep,
        ...(platform.mailer.job === null ? [] : [platform.mailer.job]),
      ];
      const days = options.eventRetentionDays ?? 7;
      const schedules = features.flatMap((feature) => feature.schedules ?? []);
      schedules.push(retentionSchedule(platform, subscriptions, days));
      if (database.engine === "embedded") schedules.push(vacuumSchedule);
      await jobs.start(database, handlers, options.takesJobs ?? true, schedules);
      platform.telemetry.watchJobs(() => jobs.count());
      return database;
    } catch (error) {
      await jobs.close();
      await database.close();
      throw error;
    }
  }

  // A region that is being opened is waited for: half of it cannot be closed.
  async function stopWork(): Promise<void> {
    await backups.stop();
    await opening?.catch(() => {});
    await jobs.stopWork();
    await rotation.stop();
    for (const feature of features) feature.stop?.();
  }

  const place = { ...platform, location, masterKeys, sealed };

  return {
    region: options.region,
    platform,
    toolContexts: createToolContexts(platform.database),
    sites: createSites(platform),
    scimLog,
    kernel: observeKernel(createKernel(platform, implementations), platform.telemetry),
    open,
    get isOpen() {
      return opening !== null;
    },
    isRemote: location.engine === "server",
    hasData: () => isMade(location),
    hasKey: (fingerprint) => masterKeys.find(fingerprint) !== null,
    isUsed: async () =>
      location.engine === "server" ? isInUse((await open()).db) : isMade(location),
    async hasNotedKey() {
      if (location.engine !== "embedded" || location.folder === null) return false;
      const noted = await readNotedKey(location.folder);
      return noted !== null && masterKeys.find(noted) !== null;
    },
    async rotateKey(operator, waits) {
      const { db } = await open();
      await beginRotation(db, { ...platform, sealed }, masterKeys.newest(), operator);
      await noteActiveKey(location, platform.keys);
      const finished = rotation.continue(db);
      if (waits) await finished;
      else
        finished.catch((error: unknown) =>
          platform.log.error(
            { err: error },
            "the rotation of the master key stopped; it is continued within a minute",
          ),
        );
    },
    backUp: (file, operator, signal) =>
      backups.run(async (stopping) => {
        const ending = signal === undefined ? stopping : AbortSignal.any([stopping, signal]);
        return backUpRegion(place, await open(), file, operator, ending);
      }),
    restore: (file, operator, consent) => restoreRegion(place, file, operator, consent),
    stopWork,
    async close() {
      await stopWork();
      await scimLog.close();
      await jobs.close();
      await platform.rateWindow.close();
      await (await opening)?.close();
    },
  };
}

/** Writes the key's fingerprint next to an embedded database, for a start that does not open it. */
async function noteActiveKey(location: DatabaseLocation, keys: RegionKeys): Promise<void> {
  if (location.engine === "embedded" && location.folder !== null)
    await noteKey(location.folder, fingerprintKey(keys.active()));
}

function isMade(location: DatabaseLocation): boolean {
  return location.engine === "embedded" && location.folder !== null && existsSync(location.folder);
}

async function openAndMigrate(
  location: DatabaseLocation,
  telemetry: RegionTelemetry,
): Promise<OpenDatabase> {
  const database = await openDatabase(location, telemetry.noteStatement);
  try {
    await migrate(database.db, migrations);
    telemetry.watchPool(database.readPool);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
