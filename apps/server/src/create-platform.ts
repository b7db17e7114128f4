import type { Logger } from "pino";
import type { Egress } from "@lintel/egress/egress.types";
import type { Clock } from "./platform/clock.ts";
import { createPrincipalCache } from "./platform/credentials/principal-cache.ts";
import { type Database, type DatabaseLocation } from "./platform/database/open-database.ts";
import type { DocumentWork } from "./domain/design/tasks/document-work.ts";
import { createTxtResolver } from "./platform/dns/txt-resolver.ts";
import { createEventSignal } from "./platform/events/event-signal.ts";
import { createSubscribers } from "./platform/events/subscription.ts";
import type { JobQueue } from "./platform/jobs/job.types.ts";
import { createMailer, type MailSettings } from "./platform/mail/mailer.ts";
import { createSetupCodes } from "./platform/crypto/setup-codes.ts";
import type { MasterKeys } from "./platform/keys/master-keys.ts";
import { createRegionKeys } from "./platform/keys/region-keys.ts";
import type { Platform } from "./platform/kernel/platform.ts";
import type { RateBudgets } from "./platform/rate/rate-window.ts";
import type { RedisLimits } from "./platform/rate/redis-connection.ts";
import { createRegionWindow } from "./platform/rate/region-window.ts";
import { createRegionTelemetry } from "./platform/telemetry/region-telemetry.ts";
import { noTelemetry, type Telemetry } from "./platform/telemetry/telemetry.ts";

export interface CellOptions {
  readonly region: string;
  readonly location: DatabaseLocation;
  /** The address of a Redis or Valkey server that the region's nodes share, where there is one. */
  readonly redis: string | null;
  /** How long that server may take; tests wait longer, for their machine may be busy. */
  readonly redisLimits?: RedisLimits;
  readonly masterKeys: MasterKeys;
  readonly egress: Egress;
  /** What works on documents, for all regions of the process, which closes it. */
  readonly documents: DocumentWork;
  readonly rateBudgets: RateBudgets;
  /** 7 unless given. */
  readonly eventRetentionDays?: number;
  /** Milliseconds; replaces the clock that nodes share, so that tests can change it. */
  readonly rateNow?: (() => number) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether this process takes jobs of the region's queue; calls put them there in any case. */
  readonly takesJobs?: boolean;
  /** The DNS servers that are asked, as `address:port`; those of the machine unless given. */
  readonly dnsServers?: readonly string[] | undefined;
  /** Nothing is measured unless given. */
  readonly telemetry?: Telemetry;
  /** The origin of the documentation portal, once it is served; none unless given. */
  /** None unless given: nothing is mailed. */
  readonly mail?: MailSettings | null;
  readonly portalOrigin?: () => string | null;
  /** The origin under which people reach the server; without a port unless given. */
  readonly publicOrigin?: () => string;
  readonly webAppOrigin?: () => string | null;
}

/** What the features of one region share. `database` opens the region when it is first used. */
export function createPlatform(
  options: CellOptions,
  jobs: JobQueue,
  database: () => Promise<Database>,
): Platform {
  const { region, location, redis, masterKeys, egress, rateBudgets, clock, log } = options;
  const keys = createRegionKeys(region, masterKeys, () => clock.now());
  const telemetry = createRegionTelemetry(options.telemetry ?? noTelemetry, region);
  const rateWindow = createRegionWindow({
    region,
    engine: location.engine,
    redis,
    redisLimits: options.redisLimits,
    database,
    clock,
    log,
    now: options.rateNow,
    watchFallback: telemetry.watchFallback,
  });
  return {
    region,
    database,
    principals: createPrincipalCache({ region, database, clock }),
    clock,
    log,
    egress: telemetry.traceEgress(egress),
    jobs,
    mailer: createMailer({ settings: options.mail ?? null, jobs, sealer: keys.sealer, clock, log }),
    events: createEventSignal(database),
    subscribers: createSubscribers(jobs),
    rateBudgets,
    keys,
    sealer: keys.sealer,
    setupCodes: createSetupCodes(region, masterKeys),
    rateWindow,
    dns: createTxtResolver(options.dnsServers ?? null),
    telemetry,
    portalOrigin: options.portalOrigin ?? (() => null),
    publicOrigin: options.publicOrigin ?? (() => "http://localhost"),
    webAppOrigin: options.webAppOrigin ?? (() => null),
  };
}
