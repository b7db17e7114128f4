import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { connect } from "../network/connect.ts";
import { createTerminal } from "../output/terminal.ts";
import { locateConfig, storeProfile } from "../settings/config-file.ts";
import { resolveSettings, type Settings } from "../settings/resolve-settings.ts";
import { describeCaller } from "./describe-caller.ts";
import { readKey } from "./read-key.ts";
import { warnOfExposure } from "./warn-of-exposure.ts";

/** Checks a key and stores it with its address and region. */
export async function logInWithKey(invocation: Invocation): Promise<Exit> {
  const { options, env } = invocation;
  const terminal = createTerminal({ env });
  const settings = resolveSettings(options, env, true);
  const key = await readKey(invocation);
  const withKey: Settings = {
    ...settings,
    find: (name) => (name === "key" ? { value: key, source: "login" } : settings.find(name)),
  };
  const connection = connect({ settings: withKey, terminal });
  const caller = await connection.call("check the key", "getCaller", {});
  const { url, region } = connection;
  storeProfile(env, settings.profile, { url, region, key });
  terminal.say(describeCaller(caller, url).join("\n"));
  terminal.say(`Stored in ${locateConfig(env)}, profile ${settings.profile}.`);
  warnOfExposure(terminal, url, "key");
  return "passed";
}
