import type { Send } from "@lintel/client/http.types";
import type { Environment, Invocation } from "../command-line/command.types.ts";
import {
  createTokenSend,
  discoverServer,
  type AuthorizationServer,
} from "../network/authorization-server.ts";
import { connect, explainNetwork, readPlace } from "../network/connect.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import type { Terminal } from "../output/terminal.ts";
import { findProfile, readConfig, storeProfile } from "../settings/config-file.ts";
import { maskKey } from "../settings/mask-key.ts";
import { resolveSettings, type Settings } from "../settings/resolve-settings.ts";
import {
  changeSignIns,
  findSignIn,
  locateSignIns,
  writeSignIn,
  type Place,
  type SignIn,
} from "../settings/sign-in-file.ts";
import { describeCaller } from "./describe-caller.ts";
import { findBrowser, openBrowser } from "./open-browser.ts";
import { revokeSignIn } from "./revoke-sign-in.ts";
import { signInByBrowser } from "./sign-in-by-browser.ts";
import { signInByDevice } from "./sign-in-by-device.ts";
import type { Tokens } from "./sign-in-refusals.ts";
import { warnOfExposure } from "./warn-of-exposure.ts";

/** Signs a person in and stores the tokens for the address and region. */
export async function logInAsPerson(
  { options, env }: Invocation,
  terminal: Terminal,
  way: "browser" | "device",
): Promise<Exit> {
  const settings = resolveSettings(options, env, true);
  const place = readPlace(settings);
  const send = createTokenSend();
  const signIn = await explainNetwork(settings, "sign in", async () => {
    const server = await discoverServer(send, place);
    const asked = { server, send, terminal };
    const isChosen = options.isSet("browser");
    const tokens =
      (way === "browser" ? await tryBrowser(env, asked, isChosen) : null) ??
      (await signInByDevice(asked));
    const { tokenEndpoint, revocationEndpoint } = server;
    return { ...place, ...tokens, tokenEndpoint, revocationEndpoint };
  });
  const former = await storeSignIn(env, signIn);
  if (former !== undefined) await revokeSignIn(send, former);
  removeKey(settings, place, terminal);
  return report(settings, terminal);
}

interface Asked {
  readonly server: AuthorizationServer;
  readonly send: Send;
  readonly terminal: Terminal;
}

async function tryBrowser(
  env: Environment,
  asked: Asked,
  isChosen: boolean,
): Promise<Tokens | null> {
  const browser = findBrowser(env);
  const open = async (url: string) => browser !== null && openBrowser(browser, url);
  const tokens = await signInByBrowser({ ...asked, open, waitsAnyway: isChosen });
  if (tokens === null) asked.terminal.note("No browser could be opened here.\n");
  return tokens;
}

/** Returns the former sign-in at the place. */
function storeSignIn(env: Environment, signIn: SignIn): Promise<SignIn | undefined> {
  return changeSignIns(env, async () => {
    const former = findSignIn(env, signIn);
    writeSignIn(env, signIn, signIn);
    return former;
  });
}

/** Like the login with another key, a sign-in takes the place of the profile's key, which would be used first. */
function removeKey({ env, profile }: Settings, place: Place, terminal: Terminal): void {
  const key = findProfile(readConfig(env), profile)?.key;
  storeProfile(env, profile, { ...place, key: undefined });
  if (key === undefined) return;
  terminal.note(
    `The profile ${profile} no longer has the key ${maskKey(key)}, which remains valid.`,
  );
}

async function report(before: Settings, terminal: Terminal): Promise<Exit> {
  const { env, profile } = before;
  // The variable is ignored here, so that the answer is about the sign-in.
  const settings: Settings = {
    ...before,
    find: (name) => (name === "key" ? null : before.find(name)),
  };
  const connection = connect({ settings, terminal });
  const { url } = connection;
  const caller = await connection.call("read your account", "getCaller", {});
  terminal.say(describeCaller(caller, url).join("\n"));
  terminal.say(`Stored in ${locateSignIns(env)}, profile ${profile}. \`lintel logout\` ends it.`);
  if ((env["LINTEL_API_KEY"] ?? "").trim() !== "")
    terminal.note("Warning: LINTEL_API_KEY is set and is used instead of this sign-in. Unset it.");
  warnOfExposure(terminal, url, "token");
  return "passed";
}
