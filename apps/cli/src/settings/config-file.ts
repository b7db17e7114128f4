import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { isObject } from "@lintel/json/value";
import type { Environment } from "../command-line/command.types.ts";
import { Failure } from "../outcome/failure.ts";
import { writePrivateFile } from "./private-file.ts";
import type { SettingName } from "./setting-table.ts";

export type Profile = Partial<Record<SettingName, string>>;

export interface ConfigFile {
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** `$XDG_CONFIG_HOME/lintel/config.json`; a relative XDG path is ignored, as its specification requires. */
export function locateConfig(env: Environment): string {
  const base = env["XDG_CONFIG_HOME"];
  const folder =
    base !== undefined && path.isAbsolute(base)
      ? base
      : path.join(env["HOME"] ?? homedir(), ".config");
  return path.join(folder, "lintel", "config.json");
}

/**
 * The content of the config file, empty if it does not exist.
 * @throws Failure if it cannot be read or has other content.
 */
export function readConfig(env: Environment): ConfigFile {
  const file = locateConfig(env);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { profiles: {} };
    throw refuseFile(file, `it cannot be read (${code})`, "Make it readable", error);
  }
  const config = parseConfig(text);
  if (config !== null) return config;
  throw refuseFile(file, "it does not have the format of `lintel login`", "Correct or delete it");
}

function refuseFile(file: string, why: string, fix: string, cause?: unknown): Failure {
  return new Failure({
    exit: "usage",
    code: "CONFIG_UNREADABLE",
    what: `The config file cannot be used: ${why}.`,
    why: [file],
    fix: `${fix}, or set LINTEL_URL and LINTEL_API_KEY and XDG_CONFIG_HOME to another folder.`,
    cause,
  });
}

function parseConfig(text: string): ConfigFile | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value) || !isObject(value["profiles"])) return null;
  const isSound = Object.values(value["profiles"]).every(
    (profile) =>
      isObject(profile) && Object.values(profile).every((entry) => typeof entry === "string"),
  );
  return isSound ? (value as unknown as ConfigFile) : null;
}

/** The profile with that name, if it exists. */
export function findProfile(config: ConfigFile, name: string): Profile | undefined {
  return Object.hasOwn(config.profiles, name) ? config.profiles[name] : undefined;
}

/** Writes one profile; undefined values are removed. */
export function storeProfile(
  env: Environment,
  name: string,
  changes: Readonly<Partial<Record<SettingName, string | undefined>>>,
): void {
  const config = readConfig(env);
  const merged = { ...findProfile(config, name), ...changes };
  const profile = Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== undefined),
  );
  const profiles = { ...config.profiles, [name]: profile };
  writePrivateFile(locateConfig(env), { ...config, profiles });
}
