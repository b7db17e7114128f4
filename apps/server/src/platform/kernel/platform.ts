import type { Egress } from "@lintel/egress/egress.types";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { PrincipalCache } from "../credentials/principal-cache.ts";
import type { SetupCodes } from "../crypto/setup-codes.ts";
import type { Sealer } from "../crypto/seal.ts";
import type { Database } from "../database/open-database.ts";
import type { TxtResolver } from "../dns/txt-resolver.ts";
import type { EventSignal } from "../events/event-signal.ts";
import type { Subscribers } from "../events/subscription.ts";
import type { JobQueue } from "../jobs/job.types.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { RegionKeys } from "../keys/region-keys.ts";
import type { RateBudgets, RateWindow } from "../rate/rate-window.ts";
import type { RegionTelemetry } from "../telemetry/region-telemetry.ts";

/** What the features of a region depend on. */
export interface Platform {
  readonly region: string;
  /** Opens the region's database when it is first needed. */
  readonly database: () => Promise<Database>;
  /** Credentials of callers, kept between calls. */
  readonly principals: PrincipalCache;
  readonly clock: Clock;
  readonly log: Logger;
  readonly keys: RegionKeys;
  readonly sealer: Sealer;
  readonly egress: Egress;
  readonly mailer: Mailer;
  readonly setupCodes: SetupCodes;
  readonly jobs: JobQueue;
  /** Notifies readers in this process of new events. */
  readonly events: EventSignal;
  readonly subscribers: Subscribers;
  readonly rateWindow: RateWindow;
  /** By the kind of caller; agents have a budget in addition to that of all other calls. */
  readonly rateBudgets: RateBudgets;
  /** Asks the DNS for the records that verify domains. */
  readonly dns: TxtResolver;
  readonly telemetry: RegionTelemetry;
  /** The origin of the documentation portal; null where this process serves none. */
  readonly portalOrigin: () => string | null;
  /** The origin under which people and programs reach the server. */
  readonly publicOrigin: () => string;
  /** The origin of the web app; null where the installation serves none. */
  readonly webAppOrigin: () => string | null;
}
