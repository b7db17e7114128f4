import path from "node:path";
import { parseAllowRules, type AllowRule } from "@lintel/egress/allow-rules";
import { parseMasterKey, type MasterKey } from "./platform/crypto/master-key.ts";
import type { DatabaseLocation } from "./platform/database/open-database.ts";
import type { RateBudget } from "./platform/rate/rate-window.ts";

export interface Config {
  readonly dataFolder: string;
  readonly host: string;
  readonly port: number;
  readonly regions: readonly {
    readonly region: "eu" | "us";
    readonly location: DatabaseLocation;
  }[];
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
  return {
    dataFolder,
    host: environment["LINTEL_HOST"] ?? "127.0.0.1",
    port: readInteger(environment, "LINTEL_PORT", 4000, 0, 65_535),
    regions: readRegions(environment, dataFolder),
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

function readRegions(environment: Environment, dataFolder: string): Config["regions"] {
  const names = (environment["LINTEL_REGIONS"] ?? "eu,us")
    .split(",")
    .map((name) => name.trim().toLowerCase());
  return [...new Set(names)].map((region) => {
    if (region !== "eu" && region !== "us") {
      throw new ConfigError(`LINTEL_REGIONS takes eu, us or eu,us; "${region}" is none of them.`);
    }
    return { region, location: readLocation(environment, region, dataFolder) };
  });
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
