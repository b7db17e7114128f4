import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import type { Logger } from "pino";
import { allOperations } from "@lintel/contract/catalog";
import type { Egress } from "@lintel/egress/egress.types";
import { backUpRegion, restoreRegion } from "./cell-backup.ts";
import { apiKeyOperations } from "./features/api-keys/api-key.operations.ts";
import { auditLogOperations } from "./features/audit-log/audit-log.operations.ts";
import { endpointOperations } from "./features/endpoints/endpoint.operations.ts";
import { parameterOperations } from "./features/endpoints/parts/parameter.operations.ts";
import { requestBodyOperations } from "./features/endpoints/parts/request-body.operations.ts";
import { responseOperations } from "./features/endpoints/parts/response.operations.ts";
import { componentOperations } from "./features/components/component.operations.ts";
import { environmentOperations } from "./features/environments/environment.operations.ts";
import { headerComponentOperations } from "./features/header-components/header-component.operations.ts";
import { headerPolicyOperations } from "./features/header-policies/header-policy.operations.ts";
import { memberOperations } from "./features/members/member.operations.ts";
import { makeOwner } from "./features/members/member.service.ts";
import { organizationOperations } from "./features/organizations/organization.operations.ts";
import { projectOperations } from "./features/projects/project.operations.ts";
import { assetUpkeep } from "./features/docs/doc-asset.upkeep.ts";
import { docsOperations } from "./features/docs/docs.operations.ts";
import { createSites, type Sites } from "./features/portal/site.service.ts";
import { createStoredPages, type StoredPages } from "./features/portal/stored-pages.ts";
import { specOperations } from "./features/specs/spec.operations.ts";
import { caseOperations } from "./features/suites/case.operations.ts";
import { runFeature } from "./features/runs/run.operations.ts";
import { readSuiteForRun } from "./features/suites/read-suite.ts";
import { toolContextOperations } from "./features/tool-context/tool-context.operations.ts";
import {
  createToolContexts,
  type ToolContexts,
} from "./features/tool-context/tool-context.service.ts";
import { openEnvironment } from "./features/environments/environment.service.ts";
import { suiteOperations } from "./features/suites/suite.operations.ts";
import { migrations } from "./migrations/migrations.ts";
import { createChainKey } from "./platform/audit/audit-log.ts";
import type { RestoreSummary } from "./platform/backup/restore-backup.ts";
import type { BackupSummary } from "./platform/backup/write-backup.ts";
import type { Clock } from "./platform/clock.ts";
import { observeRecalls } from "./platform/credentials/observe-recalls.ts";
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
import type { DocumentPlatform } from "./platform/design/tasks/document-platform.ts";
import type { DocumentWork } from "./platform/design/tasks/document-work.ts";
import { createJobQueue } from "./platform/jobs/job-queue.ts";
import type { JobQueue } from "./platform/jobs/job.types.ts";
import type { Feature } from "./platform/kernel/implementation.ts";
import { checkComplete } from "./platform/kernel/check-complete.ts";
import { createKernel, type Kernel } from "./platform/kernel/kernel.ts";
import { observeKernel } from "./platform/kernel/observe-kernel.ts";
import type { Platform } from "./platform/kernel/platform.ts";
import { observeWindow } from "./platform/rate/observe-window.ts";
import type { RateBudget } from "./platform/rate/rate-window.ts";
import type { RedisLimits } from "./platform/rate/redis-connection.ts";
import { createRegionWindow } from "./platform/rate/region-window.ts";
import {
  createRegionTelemetry,
  type RegionTelemetry,
} from "./platform/telemetry/region-telemetry.ts";
import { noTelemetry, type Telemetry } from "./platform/telemetry/telemetry.ts";

export interface CellOptions {
  readonly region: string;
  readonly location: DatabaseLocation;
  /** The address of a Redis or Valkey server that the region's nodes share, where there is one. */
  readonly redis: string | null;
  /** How long that server may take; tests wait longer, for their machine may be busy. */
  readonly redisLimits?: RedisLimits;
  readonly masterKey: MasterKey;
  readonly egress: Egress;
  /** What works on documents, for all regions of the process, which closes it. */
  readonly documents: DocumentWork;
  readonly rateBudget: RateBudget;
  /** The same for agents; 600 calls a minute unless given. */
  readonly agentRateBudget?: RateBudget | undefined;
  /** Milliseconds in place of the clock of what nodes share, so that tests can turn it. */
  readonly rateNow?: (() => number) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether this process takes jobs of the region's queue; calls put them there in any case. */
  readonly takesJobs?: boolean;
  /** Nothing is measured unless given. */
  readonly telemetry?: Telemetry;
}

/** One region: its database, its kernel, its background work. */
export interface Cell {
  readonly region: string;
  readonly kernel: Kernel;
  readonly platform: Platform;
  /** What agents work in. */
  readonly toolContexts: ToolContexts;
  /** What readers of the portal see. */
  readonly sites: Sites;
  /** Its pages as they were sent before. */
  readonly storedPages: StoredPages;
  /** Opens the database, brings it to this version's schema and begins background work; once. */
  open(): Promise<OpenDatabase>;
  readonly isOpen: boolean;
  /** Whether the database is a server's, not a folder's. */
  readonly isRemote: boolean;
  /** Whether an embedded database has been made already; a server's is not asked. */
  hasData(): boolean;
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
  const jobs = createJobQueue(options.log);
  const platform = createPlatform(options, jobs, async () => (await open()).db);
  const features = composeFeatures({ ...platform, documents: options.documents });
  const implementations = features.flatMap((feature) => feature.implementations);
  checkComplete(allOperations, implementations);
  const storedPages = createStoredPages(platform);

  async function open(): Promise<OpenDatabase> {
    opening ??= openRegion().catch((error: unknown) => {
      // The next call tries again: a database server may have been restarting.
      opening = null;
      throw error;
    });
    return opening;
  }

  async function openRegion(): Promise<OpenDatabase> {
    const database = await openAndMigrate(options.location, platform.telemetry);
    try {
      const handlers = features.flatMap((feature) => feature.jobs ?? []);
      await jobs.start(database, handlers, options.takesJobs ?? true);
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
    await opening?.catch(() => {});
    await jobs.stopWork();
    for (const feature of features) feature.stop?.();
  }

  return {
    region: options.region,
    platform,
    toolContexts: createToolContexts(platform.database),
    sites: createSites(platform.database, platform.sealer),
    storedPages,
    kernel: observeKernel(createKernel(platform, implementations), platform.telemetry),
    open,
    get isOpen() {
      return opening !== null;
    },
    isRemote: options.location.engine === "server",
    hasData: () => isMade(options.location),
    backUp: async (file, operator) => backUpRegion(options, await open(), file, operator),
    restore: (file, operator, dropsSecrets) => restoreRegion(options, file, operator, dropsSecrets),
    stopWork,
    async close() {
      await stopWork();
      await jobs.close();
      await storedPages.close();
      await platform.rateWindow.close();
      await (await opening)?.close();
    },
  };
}

/** Every feature of the product; what two of them share is handed over here. */
function composeFeatures(platform: DocumentPlatform): Feature[] {
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
    { implementations: specOperations(platform) },
    { implementations: docsOperations(platform), jobs: [assetUpkeep(platform)] },
    { implementations: endpointOperations(platform) },
    {
      implementations: [
        ...parameterOperations(platform),
        ...requestBodyOperations(platform),
        ...responseOperations(platform),
      ],
    },
    { implementations: componentOperations(platform) },
    { implementations: headerComponentOperations(platform) },
    { implementations: headerPolicyOperations(platform) },
    { implementations: toolContextOperations() },
    { implementations: [...suiteOperations(platform), ...caseOperations(platform)] },
    runFeature(platform, {
      readSuite: readSuiteForRun,
      readEnvironment: (db, place, id) => openEnvironment(platform, db, place, id),
    }),
  ];
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

function createPlatform(
  options: CellOptions,
  jobs: JobQueue,
  database: () => Promise<Database>,
): Platform {
  const { region, location, redis, masterKey, egress, rateBudget, clock, log } = options;
  const digestKey = deriveKey(masterKey, "digest");
  const telemetry = createRegionTelemetry(options.telemetry ?? noTelemetry, region);
  const principals = createPrincipalCache({ region, database, clock });
  const { watchFallback } = telemetry;
  const rateWindow = createRegionWindow({
    region,
    engine: location.engine,
    redis,
    redisLimits: options.redisLimits,
    database,
    clock,
    log,
    now: options.rateNow,
    watchFallback,
  });
  return {
    region,
    database,
    principals: observeRecalls(principals, telemetry.noteRecall),
    clock,
    log,
    egress: telemetry.traceEgress(egress),
    jobs,
    rateBudget,
    agentRateBudget: options.agentRateBudget ?? { limit: 600, windowMs: 60_000 },
    sealer: createSealer(masterKey),
    digest: (text) => createHmac("sha256", digestKey).update(text).digest("hex"),
    chainKey: createChainKey(masterKey),
    rateWindow: observeWindow(rateWindow, telemetry.noteRate),
    telemetry,
  };
}
