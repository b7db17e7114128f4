import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { connect } from "../network/connect.ts";
import { isLoopback } from "../network/http.ts";
import { createTerminal } from "../output/terminal.ts";
import { locateConfig, storeProfile } from "../settings/config-file.ts";
import { resolveSettings, type Settings } from "../settings/resolve-settings.ts";
import { describeCaller } from "./describe-caller.ts";
import { readKey } from "./read-key.ts";

/** Checks a key and stores it with its address and region. */
export async function logIn(invocation: Invocation): Promise<Exit> {
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
  if (isExposed(url)) {
    terminal.note("Warning: http:// sends the key unencrypted. Use https:// if possible.");
  }
  return "passed";
}

function isExposed(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isLoopback(hostname);
}
