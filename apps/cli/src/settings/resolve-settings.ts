import { Failure, usageFailure } from "../outcome/failure.ts";
import type { OptionValues } from "../command-line/option.types.ts";
import type { Environment } from "../command-line/command.types.ts";
import { findProfile, readConfig, type Profile } from "./config-file.ts";
import { settings, type Setting, type SettingName } from "./setting-table.ts";

export interface ResolvedSetting {
  readonly value: string;
  /** The origin of the value, for people. */
  readonly source: string;
}

export interface Settings {
  readonly profile: string;
  readonly env: Environment;
  find(name: SettingName): ResolvedSetting | null;
  /** Whether the command has an option with this name: advice mentions no other. */
  readonly hasOption: (name: string) => boolean;
}

const defaultProfile = "default";

/** The selected profile: a flag overrides the environment. */
export function chooseProfile(options: OptionValues, env: Environment): string {
  const name = options.text("profile") ?? filled(env["LINTEL_PROFILE"]) ?? defaultProfile;
  if (/^[\w.-]{1,60}$/.test(name) && name !== "__proto__") return name;
  throw usageFailure(
    `"${name}" cannot be the name of a profile.`,
    "Use letters, digits, dots, dashes and underscores, at most 60.",
  );
}

/**
 * The settings: flags override the environment, which overrides the config file, which overrides
 * defaults.
 * @throws Failure if a value is invalid, or a named profile does not exist.
 */
export function resolveSettings(
  options: OptionValues,
  env: Environment,
  mayBeNew = false,
): Settings {
  const profileName = chooseProfile(options, env);
  const stored = findProfile(readConfig(env), profileName);
  if (stored === undefined && profileName !== defaultProfile && !mayBeNew) {
    throw refuseProfile(profileName);
  }
  return {
    profile: profileName,
    env,
    hasOption: (name) => options.isKnown(name),
    find(name) {
      const setting = settings.find((one) => one.name === name);
      if (setting === undefined) throw new Error(`There is no setting ${name}.`);
      const found = pick(setting, options, env, stored ?? {}, profileName);
      const wrong = found === null ? null : setting.check(found.value);
      if (found === null || wrong === null) return found;
      throw refuseValue(setting, found, wrong);
    },
  };
}

function pick(
  setting: Setting,
  options: OptionValues,
  env: Environment,
  stored: Profile,
  profileName: string,
): ResolvedSetting | null {
  const flag = setting.flag === null ? undefined : options.text(setting.flag);
  if (flag !== undefined) return { value: flag, source: `--${setting.flag}` };
  const variable = filled(env[setting.variable]);
  if (variable !== undefined) return { value: variable, source: setting.variable };
  const kept = stored[setting.name];
  if (kept !== undefined) return { value: kept, source: `the profile ${profileName}` };
  return setting.otherwise === null ? null : { value: setting.otherwise, source: "the default" };
}

// CI systems set a missing variable to an empty text.
function filled(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}

function refuseValue(setting: Setting, found: ResolvedSetting, wrong: string): Failure {
  // An address may contain a password.
  const isShown = setting.isSecret !== true && !found.value.includes("@");
  return usageFailure(
    `The ${setting.name} from ${found.source} cannot be used${isShown ? `: "${found.value}"` : ""}.`,
    `Change it: ${wrong}.`,
  );
}

function refuseProfile(name: string): Failure {
  return new Failure({
    exit: "usage",
    code: "PROFILE_UNKNOWN",
    what: `There is no profile ${name}.`,
    fix: `Create it with \`lintel login --profile ${name}\`, or see \`lintel config list\`.`,
  });
}
