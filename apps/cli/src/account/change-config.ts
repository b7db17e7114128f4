import type { Environment, Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { createTerminal, type Terminal } from "../output/terminal.ts";
import { findProfile, locateConfig, readConfig, storeProfile } from "../settings/config-file.ts";
import { maskKey } from "../settings/mask-key.ts";
import { chooseProfile } from "../settings/resolve-settings.ts";
import { settings, type Setting } from "../settings/setting-table.ts";

interface Change {
  readonly env: Environment;
  readonly profile: string;
  readonly terminal: Terminal;
  readonly operands: readonly string[];
}

const actions: Readonly<Record<string, { operands: number; does(change: Change): void }>> = {
  list: { operands: 0, does: listProfiles },
  path: { operands: 0, does: ({ env, terminal }) => terminal.say(locateConfig(env)) },
  get: { operands: 1, does: getSetting },
  set: { operands: 2, does: setSetting },
  unset: { operands: 1, does: unsetSetting },
};

export async function changeConfig({ options, operands, env }: Invocation): Promise<Exit> {
  const [name = "", ...rest] = operands;
  const action = actions[name];
  if (action?.operands !== rest.length) {
    throw usageFailure(
      `\`lintel config ${name}\` takes ${action?.operands === 0 ? "nothing" : "a name"}${name === "set" ? " and a value" : ""} after it.`,
      "`lintel help config` shows examples.",
    );
  }
  const terminal = createTerminal({ env });
  action.does({ env, terminal, operands: rest, profile: chooseProfile(options, env) });
  return "passed";
}

function listProfiles({ env, terminal }: Change): void {
  const profiles = Object.entries(readConfig(env).profiles);
  if (profiles.length === 0)
    return terminal.note("The config file is empty. Start with `lintel login`.");
  const lines = profiles.flatMap(([profile, values]) => {
    const set = settings.filter(({ name }) => values[name] !== undefined);
    const rows = set.map(
      (setting) => `${setting.name.padEnd(12)}${show(setting, values[setting.name] ?? "")}`,
    );
    return [`[${cleanText(profile)}]`].concat(rows);
  });
  return terminal.say(lines.join("\n"));
}

function getSetting({ env, terminal, profile, operands }: Change): void {
  const setting = findSetting(operands[0]);
  const value = findProfile(readConfig(env), profile)?.[setting.name];
  if (value !== undefined) return terminal.say(show(setting, value));
  throw new Failure({
    exit: "notFound",
    code: "NOT_SET",
    what: `${setting.name} is not set in the profile ${profile}.`,
    fix: `Set it with \`lintel config set ${setting.name} VALUE\`.`,
  });
}

function setSetting({ env, terminal, profile, operands }: Change): void {
  const setting = findSetting(operands[0]);
  const value = operands[1] ?? "";
  if (setting.isSecret === true) {
    throw usageFailure(
      "A key cannot be set here, because command lines are stored in histories and logs.",
      "Use `lintel login --key`, which prompts for it, or `lintel login --key-stdin`.",
    );
  }
  const wrong = setting.check(value);
  if (wrong !== null)
    throw usageFailure(`${setting.name} cannot be "${value}".`, `Change it: ${wrong}.`);
  storeProfile(env, profile, { [setting.name]: value });
  terminal.say(`${setting.name} = ${show(setting, value)} (profile ${profile})`);
}

function unsetSetting({ env, terminal, profile, operands }: Change): void {
  const setting = findSetting(operands[0]);
  if (findProfile(readConfig(env), profile) !== undefined) {
    storeProfile(env, profile, { [setting.name]: undefined });
  }
  terminal.say(`${setting.name} is not set (profile ${profile})`);
}

function show(setting: Setting, value: string): string {
  return setting.isSecret === true ? maskKey(value) : cleanText(value);
}

function findSetting(name: string | undefined): Setting {
  const setting = settings.find((one) => one.name === name);
  if (setting !== undefined) return setting;
  const names = settings.map((one) => one.name).join(", ");
  throw usageFailure(`There is no setting "${name}".`, `Choose one of ${names}.`);
}
