import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import { allOperations } from "@lintel/contract/catalog";
import type { Egress } from "@lintel/egress/egress.types";
import { backUpRegion, restoreRegion } from "./cell-backup.ts";
import { apiKeyOperations } from "./features/api-keys/api-key.operations.ts";
import { auditLogOperations } from "./features/audit-log/audit-log.operations.ts";
import { environmentOperations } from "./features/environments/environment.operations.ts";
import { memberOperations } from "./features/members/member.operations.ts";
import { makeOwner } from "./features/members/member.service.ts";
import { organizationOperations } from "./features/organizations/organization.operations.ts";
import { projectOperations } from "./features/projects/project.operations.ts";
import { caseOperations } from "./features/suites/case.operations.ts";
import { runFeature } from "./features/runs/run.operations.ts";
import { readSuiteForRun } from "./features/suites/read-suite.ts";
import { openEnvironment } from "./features/environments/environment.service.ts";
import { suiteOperations } from "./features/suites/suite.operations.ts";
import { migrations } from "./migrations/migrations.ts";
import { createChainKey } from "./platform/audit/audit-log.ts";
import type { RestoreSummary } from "./platform/backup/restore-backup.ts";
import type { BackupSummary } from "./platform/backup/write-backup.ts";
import type { Clock } from "./platform/clock.ts";
import { createPrincipalCache } from "./platform/credentials/principal-cache.ts";
import { deriveKey, type MasterKey } from "./platform/crypto/master-key.ts";
import { createSealer } from "./platform/crypto/seal.ts";
import { migrate } from "./platform/database/migrate.ts";
import {
  openDatabase,
  type Database,
  type DatabaseLocation,
  type OpenDatabase,
} from "./platform/database/open-database.ts";
import type { Feature } from "./platform/kernel/implementation.ts";
import { checkComplete } from "./platform/kernel/check-complete.ts";
import { createKernel, type Kernel } from "./platform/kernel/kernel.ts";
import type { Platform } from "./platform/kernel/platform.ts";
import type { RateBudget } from "./platform/rate/rate-window.ts";
import { createRegionWindow } from "./platform/rate/region-window.ts";

export interface CellOptions {
  readonly region: string;
  readonly location: DatabaseLocation;
  /** The address of a Redis or Valkey server that the region's nodes share, where there is one. */
  readonly redis: string | null;
  readonly masterKey: MasterKey;
  readonly egress: Egress;
  readonly rateBudget: RateBudget;
  /** Milliseconds in place of the clock of what nodes share, so that tests can turn it. */
  readonly rateNow?: (() => number) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One region: its database, its kernel, its background work. */
export interface Cell {
  readonly region: string;
  readonly kernel: Kernel;
  readonly platform: Platform;
  /** Opens the database, brings it to this version's schema and begins background work; once. */
  open(): Promise<OpenDatabase>;
  readonly isOpen: boolean;
  /** Whether the database is a server's, not a folder's. */
  readonly isRemote: boolean;
  /** Writes everything of the region into a new file, while it is used. */
  backUp(file: string, operator: string): Promise<BackupSummary>;
  /** Brings a backup into the region, which is empty and which nobody has opened yet. */
  restore(file: string, operator: string, dropsSecrets: boolean): Promise<RestoreSummary>;
  /** Ends background work; calls are still answered. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
}

export function createCell(options: CellOptions): Cell {
  let opening: Promise<OpenDatabase> | null = null;
  const platform = createPlatform(options, async () => (await open()).db);
  const features = composeFeatures(platform);
  const implementations = features.flatMap((feature) => feature.implementations);
  checkComplete(allOperations, implementations);

  async function open(): Promise<OpenDatabase> {
    opening ??= openAndMigrate(options.location, features).catch((error: unknown) => {
      // The next call tries again: a database server may have been restarting.
      opening = null;
      throw error;
    });
    return opening;
  }

  async function stopWork(): Promise<void> {
    for (const feature of features) await feature.stop?.();
  }

  return {
    region: options.region,
    platform,
    kernel: createKernel(platform, implementations),
    open,
    get isOpen() {
      return opening !== null;
    },
    isRemote: options.location.engine === "server",
    backUp: async (file, operator) => backUpRegion(options, await open(), file, operator),
    restore: (file, operator, dropsSecrets) => restoreRegion(options, file, operator, dropsSecrets),
    stopWork,
    async close() {
      await stopWork();
      await platform.rateWindow.close();
      await (await opening)?.close();
    },
  };
}

/** Every feature of the product; what two of them share is handed over here. */
function composeFeatures(platform: Platform): Feature[] {
  return [
    {
      implementations: organizationOperations({
        clock: platform.clock,
        makeOwner: (db, owner) => makeOwner(platform, db, owner),
      }),
    },
    { implementations: memberOperations(platform) },
    { implementations: projectOperations(platform) },
    { implementations: apiKeyOperations(platform) },
    { implementations: auditLogOperations(platform) },
    { implementations: environmentOperations(platform) },
    { implementations: [...suiteOperations(platform), ...caseOperations(platform)] },
    runFeature(platform, {
      readSuite: readSuiteForRun,
      readEnvironment: (db, place, id) => openEnvironment(platform, db, place, id),
    }),
  ];
}

async function openAndMigrate(
  location: DatabaseLocation,
  features: readonly Feature[],
): Promise<OpenDatabase> {
  const database = await openDatabase(location);
  try {
    await migrate(database.db, migrations);
    for (const feature of features) await feature.start?.(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function createPlatform(options: CellOptions, database: () => Promise<Database>): Platform {
  const { region, location, redis, masterKey, egress, rateBudget, clock, log } = options;
  const digestKey = deriveKey(masterKey, "digest");
  return {
    region,
    database,
    principals: createPrincipalCache({ region, database, clock }),
    clock,
    log,
    egress,
    rateBudget,
    sealer: createSealer(masterKey),
    digest: (text) => createHmac("sha256", digestKey).update(text).digest("hex"),
    chainKey: createChainKey(masterKey),
    rateWindow: createRegionWindow({
      region,
      engine: location.engine,
      redis,
      database,
      clock,
      log,
      now: options.rateNow,
    }),
  };
}
