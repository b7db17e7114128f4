import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { createEgress, type EgressOptions } from "@lintel/egress/create-egress";
import { parseAllowRules } from "@lintel/egress/allow-rules";
import { createApp } from "../app.ts";
import { createCell, type Cell } from "../cell.ts";
import { systemClock, type Clock } from "../platform/clock.ts";
import type { DatabaseLocation } from "../platform/database/open-database.ts";
import {
  createDocumentWork,
  type DocumentWorkOptions,
} from "../domain/design/tasks/document-work.ts";
import type { MailSettings } from "../platform/mail/mailer.ts";
import { createMasterKeys, type MasterKeys } from "../platform/keys/master-keys.ts";
import type { RateBudgets } from "../platform/rate/rate-window.ts";
import { observeForwarder } from "../transports/observe-forwarder.ts";
import { noTelemetry, type Telemetry } from "../platform/telemetry/telemetry.ts";
import type { Offers } from "../transports/tools/offers.ts";
import type { WebAppFiles } from "../transports/web/web-app.ts";
import { createRegionForwarder } from "../transports/region-forwarder.ts";
import { holdAnswers } from "./hold-answers.ts";
import { makeTestDatabase } from "./test-database.ts";
import { patientRedisLimits } from "./test-redis.ts";

export interface TestApp {
  readonly app: FastifyInstance;
  readonly cells: Readonly<Record<"eu" | "us", Cell>>;
  /** Every log line as text, which tests search for secrets. */
  readonly logged: string[];
  close(): Promise<void>;
}

export interface TestAppOptions {
  readonly clock?: Clock;
  /** Generous where none is given. */
  readonly rateBudgets?: Partial<RateBudgets>;
  /** As LINTEL_HOSTS. Empty by default. */
  readonly hostNames?: readonly string[];
  /** As LINTEL_TRUSTED_PROXIES. Empty by default. */
  readonly trustedProxies?: readonly string[];
  /** The clock of a shared rate window, in milliseconds. The store's clock by default. */
  readonly rateNow?: () => number;
  /** As LINTEL_EGRESS_ALLOW. Loopback by default. */
  readonly egressAllow?: string;
  /** As LINTEL_MASTER_KEY. A separate one for each region by default. */
  readonly masterKeys?: MasterKeys;
  /** Distinguishes the databases of several apps in one process. */
  readonly name?: string;
  /** The database of region `eu` if it is shared: two apps on one are two nodes. */
  readonly sharedLocation?: DatabaseLocation;
  /** Whether this node takes jobs. False is LINTEL_ROLE=web. True by default. */
  readonly takesJobs?: boolean;
  /** The addresses of deployments that serve a region instead of this one. */
  readonly upstreams?: Readonly<Partial<Record<"eu" | "us", string>>>;
  readonly hopSecret?: Uint8Array;
  /** A Redis that the apps share. None by default. */
  readonly redis?: string;
  /** The DNS servers that are asked. A port where nothing listens by default. */
  readonly dnsServers?: readonly string[];
  /** No telemetry by default. */
  readonly telemetry?: Telemetry;
  /** The thresholds and time limits for work on documents in threads. */
  readonly documentWork?: DocumentWorkOptions;
  /** Additional operations for agents. None by default. */
  readonly agentOffers?: Offers;
  /** Names and authorities that only the test knows. */
  readonly egress?: Pick<EgressOptions, "ca" | "resolve">;
  /** As LINTEL_PUBLIC_URL. By default localhost with the port of the app, once it listens. */
  readonly publicOrigin?: () => string;
  readonly webAppOrigin?: () => string | null;
  /** As LINTEL_PORTAL_URL. https://docs.example.com by default. */
  readonly portalOrigin?: () => string | null;
  /** As LINTEL_SMTP_URL and LINTEL_MAIL_FROM. Nothing is mailed by default. */
  readonly mail?: MailSettings;
  /** A build of the web app. Not served by default. */
  readonly webApp?: WebAppFiles;
  /** As LINTEL_OAUTH_REGISTRATION. Open by default. */
  readonly isRegistrationOpen?: boolean;
}

// Tests call much more often than people, so they get a larger budget, except those that test
// budgets.
const generous = { limit: 100_000, windowMs: 60_000 };
const generousBudgets: RateBudgets = {
  key: generous,
  agent: generous,
  session: generous,
  visitor: generous,
  scim: generous,
  scimFailure: generous,
};

/** The whole server with its own databases, without a port. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const logged: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(line) });
  const { telemetry = noTelemetry } = options;
  const worker = `${process.env["VITEST_POOL_ID"] ?? "0"}_${options.name ?? "shared"}`;
  const documents = createDocumentWork(options.documentWork);
  const listening: { app: FastifyInstance | null } = { app: null };
  const localOrigin = () => {
    const address = listening.app?.server.address() ?? null;
    return address === null
      ? "http://localhost"
      : `http://localhost:${(address as AddressInfo).port}`;
  };
  const makeCell = async (region: string): Promise<Cell> =>
    createCell({
      region,
      location:
        (region === "eu" ? options.sharedLocation : undefined) ??
        (await makeTestDatabase(`${worker}_${region}`)),
      redis: options.redis ?? null,
      redisLimits: patientRedisLimits,
      masterKeys: options.masterKeys ?? createMasterKeys([Buffer.alloc(32, region)], "the test"),
      egress: createEgress({
        allow: parseAllowRules(options.egressAllow ?? "127.0.0.0/8:*"),
        isOwnAddress: () => false,
        ...options.egress,
      }),
      documents,
      rateBudgets: { ...generousBudgets, ...options.rateBudgets },
      rateNow: options.rateNow,
      clock: options.clock ?? systemClock,
      takesJobs: options.takesJobs ?? true,
      log,
      telemetry,
      mail: options.mail ?? null,
      dnsServers: options.dnsServers ?? ["127.0.0.1:9"],
      portalOrigin: options.portalOrigin ?? (() => "https://docs.example.com"),
      publicOrigin: options.publicOrigin ?? localOrigin,
      webAppOrigin: options.webAppOrigin ?? (() => null),
    });
  const cells = { eu: await makeCell("eu"), us: await makeCell("us") };
  const { upstreams = {}, hopSecret = Buffer.alloc(32, "hop") } = options;
  const hopSecrets = [hopSecret] as const;
  const app = await createApp({
    webApp: options.webApp ?? null,
    cells: Object.values(cells).filter(({ region }) => !Object.hasOwn(upstreams, region)),
    forwarders: Object.entries(upstreams).map(([region, origin]) =>
      observeForwarder(
        createRegionForwarder({ region, origin, hopSecrets, clock: systemClock, log }),
        telemetry.meter,
      ),
    ),
    hopSecrets,
    hostNames: options.hostNames ?? [],
    trustedProxies: options.trustedProxies ?? [],
    log,
    telemetry,
    blankIntervalMs: 50,
    watch: holdAnswers,
    agentOffers: options.agentOffers,
    isRegistrationOpen: options.isRegistrationOpen ?? true,
  });
  listening.app = app;
  return {
    app,
    cells,
    logged,
    async close() {
      await app.close();
      await Promise.all([cells.eu.close(), cells.us.close(), documents.close()]);
    },
  };
}

let shared: Promise<TestApp> | null = null;

/**
 * The app that the tests of one worker share. Each test makes its own organization, so nothing is
 * cleared between tests.
 */
export function useTestApp(): Promise<TestApp> {
  // The same origin, whether a test of the worker listens with it or not.
  shared ??= buildTestApp({ publicOrigin: () => "http://localhost" });
  return shared;
}

let sharedAddress: Promise<string> | null = null;

/** The shared app on a port, for tests that need a real connection. */
export async function listenWithTestApp(): Promise<string> {
  const { app } = await useTestApp();
  sharedAddress ??= app.listen({ port: 0, host: "127.0.0.1" });
  return sharedAddress;
}
