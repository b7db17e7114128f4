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
import type { RateBudget } from "./platform/rate/rate-window.ts";
import { readOtlpSettings, type OtlpSettings } from "./platform/telemetry/otlp-settings.ts";
import { readSecretFiles, type Environment } from "./secret-files.ts";

export interface Config {
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  readonly regions: readonly {
    readonly region: "eu" | "us";
    readonly location: DatabaseLocation;
    /** A Redis or Valkey server for the rate window, where there is one. */
    readonly redis: string | null;
  }[];
  readonly engineMemory: EngineMemory;
  /** Regions that another deployment serves: scheme, host and port of it. */
  readonly upstreams: readonly {
    readonly region: "eu" | "us";
    readonly origin: string;
    readonly hopSecrets: HopSecrets;
  }[];
  /** Shared by deployments that forward to one another, at least 32 bytes each; null: none do. */
  readonly hopSecrets: HopSecrets | null;
  /** The newest first; null: kept in a file of the data folder, made at the first start. */
  readonly masterKeys: readonly MasterKey[] | null;
  /** Whether this process answers calls, takes jobs of its regions' queues, or does both. */
  readonly role: Role;
  readonly egressAllow: readonly AllowRule[];
  readonly rateBudget: RateBudget;
  /** The same for agents that call tools. */
  readonly agentRateBudget: RateBudget;
  /** Names under which this server is reached, lower case; loopback and addresses go without saying. */
  readonly hostNames: readonly string[];
  /** Where readers find documentation: an origin of its own; null: nowhere. */
  readonly portal: {
    readonly port: number;
    /** The origin under which readers reach it; null: where it listens. */
    readonly publicUrl: string | null;
    readonly isExplicit: boolean;
  } | null;
  /** Where Prometheus may ask; null: nowhere. */
  readonly metrics: {
    readonly host: string;
    readonly port: number;
    /** Whether a setting names it: what nobody asked for may be missing, what was asked for may not. */
    readonly isExplicit: boolean;
  } | null;
  /** What is sent to a collector; null: nothing. */
  readonly otlp: OtlpSettings | null;
  /** How long a server that is to stop goes on answering, for load balancers to notice. */
  readonly stopGraceMs: number;
  readonly logLevel: string;
}

export const roles = ["both", "web", "worker"] as const;
export type Role = (typeof roles)[number];

/** Every setting, with its default; `docs/operators-guide.md` describes each. */
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
    hopSecrets,
    masterKeys: readMasterKeys(environment),
    egressAllow: readAllow(environment),
    rateBudget: {
      limit: readInteger(environment, "LINTEL_RATE_LIMIT", 100, 1, 1_000_000),
      windowMs: 1000 * readInteger(environment, "LINTEL_RATE_WINDOW_SECONDS", 60, 1, 3600),
    },
    agentRateBudget: {
      limit: readInteger(environment, "LINTEL_RATE_TOOLS_LIMIT", 600, 1, 1_000_000),
      windowMs: 1000 * readInteger(environment, "LINTEL_RATE_TOOLS_WINDOW_SECONDS", 60, 1, 3600),
    },
    hostNames: readHostNames(environment),
    portal: readPortal(environment),
    metrics: readMetrics(environment),
    otlp: readOtlp(environment),
    stopGraceMs: 1000 * readInteger(environment, "LINTEL_STOP_GRACE_SECONDS", 5, 0, 300),
    logLevel: readChoice(
      environment,
      "LINTEL_LOG_LEVEL",
      ["fatal", "error", "warn", "info", "debug", "silent"],
      "info",
    ),
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
      throw new ConfigError(`LINTEL_REGIONS takes eu, us or eu,us; "${region}" is none of them.`);
    }
    if (forwarded.includes(region)) return [];
    const location = readLocation(environment, region, dataFolder);
    return [{ region, location, redis: readRedis(environment, region) }];
  });
  if (regions.length > 0) return regions;
  throw new ConfigError(
    "Every region of LINTEL_REGIONS has a LINTEL_UPSTREAM_…: a deployment serves at least one itself.",
  );
}

/** Settings of a region that is served here, and so of none that is forwarded. */
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

// No path: the target of a call is passed on, and signed, as it is.
function readOrigin(name: string, text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`)
    return url.origin;
  throw new ConfigError(
    `${name} takes the other deployment's address without a path, such as https://us.lintel.example.com.`,
  );
}

const hopSecretForm =
  "LINTEL_HOP_SECRET takes at least 32 bytes in hex or Base64, the same in every deployment, for example from: openssl rand -hex 32. While it is exchanged, it takes the new one and the old one, parted by a comma.";

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
  // Its database is this process' alone: nobody else could take its jobs, or answer its calls.
  throw new ConfigError(
    `LINTEL_ROLE=${role} needs a database server for every region; set LINTEL_DATABASE_${embedded.region.toUpperCase()}, or leave the region out of LINTEL_REGIONS.`,
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
    `LINTEL_HOSTS takes host names without scheme or port, parted by commas, such as lintel.example.com; "${strange}" is none.`,
  );
}

// An empty one is a secret that did not arrive: a key made in its place would open nothing.
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

/** Beside the server's own port, unless said otherwise; any free one where the server takes any. */
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
    publicUrl: readPortalUrl(environment["LINTEL_PORTAL_URL"] || undefined),
    isExplicit: text !== undefined,
  };
}

function readPortalUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "")
    return url.origin;
  throw new ConfigError(
    `LINTEL_PORTAL_URL takes an origin such as https://docs.example.com, without a path; "${text}" is none.`,
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
