import { isIP } from "node:net";
import path from "node:path";
import { parseAllowRules, type AllowRule } from "@lintel/egress/allow-rules";
import { ConfigError } from "./config-error.ts";
import { parseMasterKeys, type MasterKey } from "./platform/crypto/master-key.ts";
import { parseHopSecrets, type HopSecrets } from "./platform/crypto/hop-signature.ts";
import {
  chooseEngineMemory,
  type EngineMemory,
} from "./platform/database/cluster/engine-memory.ts";
import type { DatabaseLocation } from "./platform/database/open-database.ts";
import type { MailSettings } from "./platform/mail/mailer.ts";
import type { RateBudget, RateBudgets } from "./platform/rate/rate-window.ts";
import { readOtlpSettings, type OtlpSettings } from "./platform/telemetry/otlp-settings.ts";
import { readGateway, type GatewaySettings } from "./gateway-settings.ts";
import { readSecretFiles, type Environment } from "./secret-files.ts";

export interface Config {
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  readonly regions: readonly {
    readonly region: "eu" | "us";
    readonly location: DatabaseLocation;
    /** A Redis or Valkey server for the rate window, if configured. */
    readonly redis: string | null;
  }[];
  readonly engineMemory: EngineMemory;
  /** Regions that another deployment serves: its scheme, host and port. */
  readonly upstreams: readonly {
    readonly region: "eu" | "us";
    readonly origin: string;
    readonly hopSecrets: HopSecrets;
  }[];
  /** Shared by deployments that forward to each other, at least 32 bytes each; null if there are none. */
  readonly hopSecrets: HopSecrets | null;
  /** The newest first; null: stored in a file of the data folder, which the first start creates. */
  readonly masterKeys: readonly MasterKey[] | null;
  /** Whether this process answers calls, works on the jobs of its regions, does both, or passes calls on. */
  readonly role: Role;
  /** Where calls of environments arrive; null: at no port of this process. */
  readonly gateway: GatewaySettings | null;
  readonly egressAllow: readonly AllowRule[];
  /** The mail server; null: nothing is mailed, and pages show links to copy. */
  readonly mail: MailSettings | null;
  /** The public origin of the server; null: localhost with its port. */
  readonly publicUrl: string | null;
  readonly rateBudgets: RateBudgets;
  /** Host names of this server, in lower case; loopback and IP addresses are always accepted. */
  readonly hostNames: readonly string[];
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Where readers find documentation, with a separate origin; null: nowhere. */
  readonly portal: {
    readonly port: number;
    /** The public origin; null: where it listens. */
    readonly publicUrl: string | null;
    readonly isExplicit: boolean;
  } | null;
  /** The address for Prometheus; null: none. */
  readonly metrics: {
    readonly host: string;
    readonly port: number;
    /** Whether a setting names it: a default may be unavailable, but a configured address may not. */
    readonly isExplicit: boolean;
  } | null;
  /** What is sent to a collector; null: nothing. */
  readonly otlp: OtlpSettings | null;
  /** How long a stopping server continues to answer, until load balancers notice. */
  readonly stopGraceMs: number;
  /** How long events are kept for readers. */
  readonly eventRetentionDays: number;
  /** Whether the web app is built and served. */
  readonly isWebAppServed: boolean;
  /** Whether OAuth clients may register themselves (RFC 7591). */
  readonly isRegistrationOpen: boolean;
  readonly logLevel: string;
}

export const roles = ["both", "web", "worker", "gateway"] as const;
export type Role = (typeof roles)[number];

/** Every setting with its default; `docs/operators-guide.md` describes each. */
export function readConfig(given: Environment): Config {
  const environment = readSecretFiles(given);
  const dataFolder = path.resolve(environment["LINTEL_DATA"] || "data");
  const hopSecrets = readHopSecrets(environment);
  const upstreams = readUpstreams(environment, hopSecrets);
  const regions = readRegions(
    environment,
    dataFolder,
    upstreams.map(({ region }) => region),
  );
  return {
    dataFolder,
    host: environment["LINTEL_HOST"]?.trim() || "127.0.0.1",
    port: readInteger(environment, "LINTEL_PORT", 4000, 0, 65_535),
    regions,
    engineMemory: readEngineMemory(environment),
    upstreams,
    role: readRole(environment, regions),
    gateway: readGateway(environment, environment["LINTEL_ROLE"] === "gateway"),
    hopSecrets,
    masterKeys: readMasterKeys(environment),
    egressAllow: readAllow(environment),
    mail: readMail(environment),
    publicUrl: readPublicOrigin(environment, "LINTEL_PUBLIC_URL", "https://lintel.example.com"),
    rateBudgets: {
      key: readBudget(environment, "", 100),
      agent: readBudget(environment, "TOOLS_", 600),
      session: readBudget(environment, "SESSION_", 1200),
      visitor: readBudget(environment, "VISITOR_", 60),
      scim: readBudget(environment, "SCIM_", 1200),
      scimFailure: readBudget(environment, "SCIM_FAILURE_", 30),
    },
    hostNames: readHostNames(environment),
    trustedProxies: readTrustedProxies(environment),
    portal: readPortal(environment),
    metrics: readMetrics(environment),
    otlp: readOtlp(environment),
    eventRetentionDays: readInteger(environment, "LINTEL_EVENT_RETENTION_DAYS", 7, 1, 365),
    stopGraceMs: 1000 * readInteger(environment, "LINTEL_STOP_GRACE_SECONDS", 5, 0, 300),
    isWebAppServed: readChoice(environment, "LINTEL_WEB_APP", ["on", "off"], "on") === "on",
    isRegistrationOpen:
      readChoice(environment, "LINTEL_OAUTH_REGISTRATION", ["on", "off"], "on") === "on",
    logLevel: readChoice(
      environment,
      "LINTEL_LOG_LEVEL",
      ["fatal", "error", "warn", "info", "debug", "silent"],
      "info",
    ),
  };
}

function readMail(environment: Environment): MailSettings | null {
  const [url = "", from = ""] = [environment["LINTEL_SMTP_URL"], environment["LINTEL_MAIL_FROM"]];
  if (url === "" && from === "") return null;
  if (!/^smtps?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new ConfigError(
      "LINTEL_SMTP_URL takes an address such as smtp://user:password@mail.example.com:587.",
    );
  if (!from.includes("@"))
    throw new ConfigError(
      "LINTEL_MAIL_FROM takes the sender, such as Lintel <lintel@example.com>.",
    );
  return { url, from };
}

function readBudget(environment: Environment, name: string, limit: number): RateBudget {
  const seconds = readInteger(environment, `LINTEL_RATE_${name}WINDOW_SECONDS`, 60, 1, 3600);
  return {
    limit: readInteger(environment, `LINTEL_RATE_${name}LIMIT`, limit, 1, 1_000_000),
    windowMs: 1000 * seconds,
  };
}

function readRegions(
  environment: Environment,
  dataFolder: string,
  forwarded: readonly string[],
): Config["regions"] {
  const names = (environment["LINTEL_REGIONS"] || "eu,us")
    .split(",")
    .map((name) => name.trim().toLowerCase());
  const regions = [...new Set(names)].flatMap((region): Config["regions"] => {
    if (region !== "eu" && region !== "us") {
      throw new ConfigError(`LINTEL_REGIONS takes eu, us or eu,us; "${region}" is not valid.`);
    }
    if (forwarded.includes(region)) return [];
    const location = readLocation(environment, region, dataFolder);
    return [{ region, location, redis: readRedis(environment, region) }];
  });
  if (regions.length > 0) return regions;
  throw new ConfigError(
    "Every region of LINTEL_REGIONS has a LINTEL_UPSTREAM_…, but a deployment serves at least one region itself.",
  );
}

/** Settings of a region that is served here, which exclude forwarding it. */
const servedSettings = ["LINTEL_DATABASE", "LINTEL_REDIS"];

function readUpstreams(
  environment: Environment,
  hopSecrets: HopSecrets | null,
): Config["upstreams"] {
  return (["eu", "us"] as const).flatMap((region) => {
    const suffix = region.toUpperCase();
    const name = `LINTEL_UPSTREAM_${suffix}`;
    const text = environment[name];
    if (text === undefined || text === "") return [];
    const served = servedSettings
      .map((setting) => `${setting}_${suffix}`)
      .find((setting) => (environment[setting] ?? "") !== "");
    if (served !== undefined) {
      throw new ConfigError(
        `${name} and ${served} exclude each other: a region is forwarded or served here.`,
      );
    }
    if (hopSecrets === null) throw new ConfigError(`${name} needs a hop secret. ${hopSecretForm}`);
    return [{ region, origin: readOrigin(name, text), hopSecrets }];
  });
}

// No path: the target of a call is forwarded and signed unchanged.
function readOrigin(name: string, text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`)
    return url.origin;
  throw new ConfigError(
    `${name} takes the other deployment's address without a path, such as https://us.lintel.example.com.`,
  );
}

const hopSecretForm =
  "LINTEL_HOP_SECRET takes at least 32 bytes in hex or Base64, the same in every deployment, for example from: openssl rand -hex 32. While it is replaced, it takes the new one and the old one, separated by a comma.";

function readHopSecrets(environment: Environment): HopSecrets | null {
  const text = environment["LINTEL_HOP_SECRET"];
  if (text === undefined || text === "") return null;
  const secrets = parseHopSecrets(text);
  if (secrets === null) throw new ConfigError(hopSecretForm);
  return secrets;
}

function readRole(environment: Environment, regions: Config["regions"]): Role {
  const role = readChoice(environment, "LINTEL_ROLE", roles, "both");
  const embedded = regions.find(({ location }) => location.engine === "embedded");
  if (role === "both" || embedded === undefined) return role;
  // Only this process can open its database, so no other process could work on its jobs or answer its calls.
  throw new ConfigError(
    `LINTEL_ROLE=${role} needs a database server for every region; set LINTEL_DATABASE_${embedded.region.toUpperCase()}, or remove the region from LINTEL_REGIONS.`,
  );
}

function readLocation(
  environment: Environment,
  region: "eu" | "us",
  dataFolder: string,
): DatabaseLocation {
  const name = `LINTEL_DATABASE_${region.toUpperCase()}`;
  const url = environment[name];
  if (url === undefined || url === "")
    return { engine: "embedded", folder: path.join(dataFolder, region) };
  if (!/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new ConfigError(
      `${name} takes an address such as postgres://user:password@host:5432/lintel_${region}.`,
    );
  }
  return { engine: "server", url };
}

function readRedis(environment: Environment, region: "eu" | "us"): string | null {
  const name = `LINTEL_REDIS_${region.toUpperCase()}`;
  const url = environment[name];
  if (url === undefined || url === "") return null;
  const parsed = URL.parse(url);
  const isUsable = /^rediss?:$/.test(parsed?.protocol ?? "") && parsed?.hostname !== "";
  if (isUsable && /^(\/\d*)?$/.test(parsed?.pathname ?? "")) return url;
  throw new ConfigError(`${name} takes an address such as redis://user:password@host:6379/0.`);
}

function readEngineMemory(environment: Environment): EngineMemory {
  const choice = readChoice(environment, "LINTEL_EMBEDDED_MEMORY", ["auto", "low", "full"], "auto");
  return choice === "auto" ? chooseEngineMemory() : choice;
}

function readHostNames(environment: Environment): string[] {
  const names = (environment["LINTEL_HOSTS"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  const strange = names.find((name) => !/^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?$/.test(name));
  if (strange === undefined) return names;
  throw new ConfigError(
    `LINTEL_HOSTS takes host names without scheme or port, separated by commas, such as lintel.example.com; "${strange}" is not valid.`,
  );
}

function readTrustedProxies(environment: Environment): string[] {
  const proxies = (environment["LINTEL_TRUSTED_PROXIES"] ?? "")
    .split(",")
    .map((proxy) => proxy.trim())
    .filter((proxy) => proxy !== "");
  const strange = proxies.find((proxy) => !isNetwork(proxy));
  if (strange === undefined) return proxies;
  throw new ConfigError(
    `LINTEL_TRUSTED_PROXIES takes IP addresses and networks, separated by commas, such as 10.0.0.0/8; "${strange}" is not valid.`,
  );
}

function isNetwork(text: string): boolean {
  const [address = "", prefix = "0", ...rest] = text.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

// An empty one is a secret that was not delivered: a newly created key could not decrypt anything.
function readMasterKeys(environment: Environment): readonly MasterKey[] | null {
  const text = environment["LINTEL_MASTER_KEY"];
  if (text === undefined) return null;
  const keys = parseMasterKeys(text);
  if (keys !== null) return keys;
  const isEmpty = text.trim() === "";
  throw new ConfigError(
    `LINTEL_MASTER_KEY ${isEmpty ? "is empty. It " : ""}takes 32 bytes as 64 hex digits or as Base64, for example from: openssl rand -hex 32. While the key is replaced, it takes the new one and the old one, separated by a comma. To use the key in the data folder, unset it.`,
  );
}

function readAllow(environment: Environment): AllowRule[] {
  try {
    return parseAllowRules(environment["LINTEL_EGRESS_ALLOW"] ?? "");
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function readMetrics(environment: Environment): Config["metrics"] {
  const names = ["LINTEL_METRICS_HOST", "LINTEL_METRICS_PORT"] as const;
  const [host, port] = names.map((name) => environment[name] || undefined);
  if (port?.toLowerCase() === "off") return null;
  return {
    host: host ?? "127.0.0.1",
    port: readInteger(environment, "LINTEL_METRICS_PORT", 9464, 0, 65_535, " or off"),
    isExplicit: host !== undefined || port !== undefined,
  };
}

/** The port after the server's own by default; any free one if the server uses any free one. */
function readPortal(environment: Environment): Config["portal"] {
  const text = environment["LINTEL_PORTAL_PORT"] || undefined;
  if (text?.toLowerCase() === "off") return null;
  const own = readInteger(environment, "LINTEL_PORT", 4000, 0, 65_535);
  return {
    port: readInteger(
      environment,
      "LINTEL_PORTAL_PORT",
      own === 0 || own === 65_535 ? 0 : own + 1,
      0,
      65_535,
      " or off",
    ),
    publicUrl: readPublicOrigin(environment, "LINTEL_PORTAL_URL", "https://docs.example.com"),
    isExplicit: text !== undefined,
  };
}

function readPublicOrigin(environment: Environment, name: string, example: string): string | null {
  const text = environment[name] ?? "";
  if (text === "") return null;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "")
    return url.origin;
  throw new ConfigError(
    `${name} takes an origin such as ${example}, without a path; "${text}" is not valid.`,
  );
}

function readOtlp(environment: Environment): OtlpSettings | null {
  try {
    return readOtlpSettings(environment);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function readInteger(
  environment: Environment,
  name: string,
  fallback: number,
  min: number,
  max: number,
  orElse = "",
): number {
  const text = environment[name];
  if (text === undefined || text.trim() === "") return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ConfigError(
    `${name} takes a whole number from ${min} to ${max}${orElse}, not "${text}".`,
  );
}

function readChoice<Choice extends string>(
  environment: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const value = environment[name] || fallback;
  const choice = choices.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  throw new ConfigError(`${name} takes one of ${choices.join(", ")}, not "${value}".`);
}
