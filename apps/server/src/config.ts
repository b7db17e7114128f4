import path from "node:path";
import { parseAllowRules, type AllowRule } from "@lintel/egress/allow-rules";
import { parseMasterKey, type MasterKey } from "./platform/crypto/master-key.ts";
import { parseHopSecret } from "./platform/crypto/hop-signature.ts";
import type { DatabaseLocation } from "./platform/database/open-database.ts";
import type { RateBudget } from "./platform/rate/rate-window.ts";

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
  /** Regions that another deployment serves: scheme, host and port of it. */
  readonly upstreams: readonly {
    readonly region: "eu" | "us";
    readonly origin: string;
    readonly hopSecret: Uint8Array;
  }[];
  /** Shared by deployments that forward to one another, at least 32 bytes; null: none do. */
  readonly hopSecret: Uint8Array | null;
  /** null: kept in a file of the data folder, made at the first start. */
  readonly masterKey: MasterKey | null;
  readonly egressAllow: readonly AllowRule[];
  readonly rateBudget: RateBudget;
  readonly logLevel: string;
}

/** A setting that cannot be used; the message names it and says what it takes. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** Every setting, with its default; `docs/operators-guide.md` describes each. */
export function readConfig(environment: Environment): Config {
  const dataFolder = path.resolve(environment["LINTEL_DATA"] ?? "data");
  const hopSecret = readHopSecret(environment);
  const upstreams = readUpstreams(environment, hopSecret);
  return {
    dataFolder,
    host: environment["LINTEL_HOST"] ?? "127.0.0.1",
    port: readInteger(environment, "LINTEL_PORT", 4000, 0, 65_535),
    regions: readRegions(
      environment,
      dataFolder,
      upstreams.map(({ region }) => region),
    ),
    upstreams,
    hopSecret,
    masterKey: readMasterKey(environment),
    egressAllow: readAllow(environment),
    rateBudget: {
      limit: readInteger(environment, "LINTEL_RATE_LIMIT", 100, 1, 1_000_000),
      windowMs: 1000 * readInteger(environment, "LINTEL_RATE_WINDOW_SECONDS", 60, 1, 3600),
    },
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
  const names = (environment["LINTEL_REGIONS"] ?? "eu,us")
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
  hopSecret: Uint8Array | null,
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
    if (hopSecret === null) throw new ConfigError(`${name} needs a hop secret. ${hopSecretForm}`);
    return [{ region, origin: readOrigin(name, text), hopSecret }];
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
  "LINTEL_HOP_SECRET takes at least 32 bytes in hex or Base64, the same in every deployment, for example from: openssl rand -hex 32";

function readHopSecret(environment: Environment): Uint8Array | null {
  const text = environment["LINTEL_HOP_SECRET"];
  if (text === undefined || text === "") return null;
  const secret = parseHopSecret(text);
  if (secret === null) throw new ConfigError(hopSecretForm);
  return secret;
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

function readMasterKey(environment: Environment): MasterKey | null {
  const text = environment["LINTEL_MASTER_KEY"];
  if (text === undefined || text === "") return null;
  const key = parseMasterKey(text);
  if (key === null) {
    throw new ConfigError(
      "LINTEL_MASTER_KEY takes 32 bytes as 64 hex digits or as Base64, for example from: openssl rand -hex 32",
    );
  }
  return key;
}

function readAllow(environment: Environment): AllowRule[] {
  try {
    return parseAllowRules(environment["LINTEL_EGRESS_ALLOW"] ?? "");
  } catch (error) {
    throw new ConfigError(`LINTEL_EGRESS_ALLOW: ${(error as Error).message}`);
  }
}

function readInteger(
  environment: Environment,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const text = environment[name];
  if (text === undefined || text === "") return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new ConfigError(`${name} takes a whole number from ${min} to ${max}, not "${text}".`);
}

function readChoice(
  environment: Environment,
  name: string,
  choices: readonly string[],
  fallback: string,
): string {
  const value = environment[name] ?? fallback;
  if (choices.includes(value)) return value;
  throw new ConfigError(`${name} takes one of ${choices.join(", ")}, not "${value}".`);
}
