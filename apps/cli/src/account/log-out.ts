import type { Invocation } from "../command-line/command.types.ts";
import { createTokenSend } from "../network/authorization-server.ts";
import { readPlace } from "../network/connect.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { Failure } from "../outcome/failure.ts";
import { createTerminal, type Terminal } from "../output/terminal.ts";
import { resolveSettings, type Settings } from "../settings/resolve-settings.ts";
import { changeSignIns, findSignIn, writeSignIn } from "../settings/sign-in-file.ts";
import { revokeSignIn } from "./revoke-sign-in.ts";

/** Revokes the sign-in at the address and region, and removes it. Keys stay. */
export async function logOut({ options, env }: Invocation): Promise<Exit> {
  const terminal = createTerminal({ env });
  const settings = resolveSettings(options, env);
  const place = readPlace(settings);
  const where = `${place.url}, region ${place.region}`;
  const signIn = await changeSignIns(env, async () => {
    const present = findSignIn(env, place);
    if (present !== undefined) writeSignIn(env, place, undefined);
    return present;
  });
  if (signIn === undefined) terminal.note(`You are not signed in at ${where}.`);
  const failed = signIn === undefined ? null : await revokeSignIn(createTokenSend(), signIn);
  if (failed !== null) throw refuseRevocation(where, failed);
  if (signIn !== undefined) terminal.say(`Signed out at ${where}.`);
  noteKey(settings, terminal);
  return "passed";
}

function noteKey(settings: Settings, terminal: Terminal): void {
  const key = settings.find("key");
  if (key === null) return;
  const fix = key.source === "LINTEL_API_KEY" ? "Unset it" : "`lintel config unset key` removes it";
  terminal.note(`The API key from ${key.source} remains. ${fix}.`);
}

function refuseRevocation(where: string, why: string): Failure {
  return new Failure({
    exit: "incomplete",
    code: "REVOCATION_FAILED",
    what: `The sign-in at ${where} is removed here, but the service has not ended it.`,
    why: [why],
    fix: "End the grant with DELETE /api/oauth-grants/ID, or ask an admin to; otherwise it ends 30 days after its last use.",
  });
}
