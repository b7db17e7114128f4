import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from "@simplewebauthn/server";
import type { InputOf } from "@lintel/contract/operation";
import type { signInWithPasskey } from "@lintel/contract/operations/passkey";
import type { SessionTokens } from "@lintel/contract/operations/session";
import { openDirectSession } from "../../domain/people/begin-sign-in.ts";
import type { NoticePlatform } from "../../domain/people/mail-new-device.ts";
import { needDirectSignIn } from "../../domain/people/sign-in-policy.ts";
import type { SystemPlatform } from "../../platform/kernel/change-as-system.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import { makeChallenge, relyingParty, useChallenge } from "./ceremony.ts";
import { findPasskey, updateUse, type StoredPasskey } from "./passkey.store.ts";

/** The options list no passkeys, so that they do not show whether an account exists. */
export async function startSignIn(
  platform: Pick<Platform, "publicOrigin">,
  { db, now }: CallContext,
): Promise<{ options: string }> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(platform).id,
    challenge: await makeChallenge(db, "passkey-sign-in", null, now),
    userVerification: "required",
  });
  return { options: JSON.stringify(options) };
}

/** A passkey that signed a challenge of this server. */
interface Proved {
  readonly passkey: StoredPasskey & { readonly email: string };
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/**
 * Verifies a signature before the transaction: the challenge is used in any case.
 *
 * @throws Problem SIGN_IN_FAILED
 * @throws Problem SSO_REQUIRED where the domain of the person enforces single sign-on
 */
export async function verifySignIn(
  platform: SystemPlatform & Pick<Platform, "publicOrigin">,
  { db, now }: CallContext,
  { response: text, email }: InputOf<typeof signInWithPasskey>,
): Promise<Proved> {
  const answer = await useChallenge<AuthenticationResponseJSON>(db, "passkey-sign-in", text, now);
  if (answer === null || typeof answer.response.id !== "string") throw refused();
  const { response, challenge } = answer;
  const passkey = await findPasskey(db, response.id);
  if (passkey === undefined || !isOf(passkey, response, email)) throw refused();
  const party = relyingParty(platform);
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch(() => null);
  if (verified?.verified !== true) throw refused();
  await needDirectSignIn(platform, db, { id: passkey.userId, email: passkey.email }, "passkey");
  const { newCounter: counter, credentialBackedUp: isBackedUp } = verified.authenticationInfo;
  return { passkey, counter, isBackedUp };
}

/** Whether a passkey belongs to the account that the authenticator names, and to that of the address. */
function isOf(
  { userId, email }: Proved["passkey"],
  { response }: AuthenticationResponseJSON,
  wanted: string | undefined,
): boolean {
  const handle = response.userHandle;
  if (handle !== undefined && Buffer.from(handle, "base64url").toString() !== userId) return false;
  return wanted === undefined || wanted.toLowerCase() === email.toLowerCase();
}

export async function beginPasskeySession(
  platform: Pick<Platform, "clock" | "log"> & NoticePlatform,
  context: CallContext,
  browser: Pick<InputOf<typeof signInWithPasskey>, "device" | "address">,
  { passkey, counter, isBackedUp }: Proved,
): Promise<SessionTokens> {
  const { db, now } = context;
  if (!(await updateUse(db, passkey.id, { counter, isBackedUp, now }))) throw refused();
  const person = { id: passkey.userId, email: passkey.email };
  const details = { passkeyId: passkey.id };
  return openDirectSession(platform, context, person, "passkey", browser, details);
}

const refused = () =>
  new Problem("SIGN_IN_FAILED", "The passkey was not accepted. Try again, or use your password.");
