import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { InputOf } from "@lintel/contract/operation";
import type { Passkey, registerPasskey } from "@lintel/contract/operations/passkey";
import { callerOf } from "../../domain/people/caller.ts";
import { nameDevice, nameNetwork, nameTime } from "../../domain/people/device-name.ts";
import { emitForPerson } from "../../domain/people/emit-for-person.ts";
import type { NoticePlatform } from "../../domain/people/mail-new-device.ts";
import { pageAddress } from "../../domain/people/page-address.ts";
import { needSession } from "../../domain/people/recent-sign-in.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { composeNotice } from "../../platform/mail/compose-notice.ts";
import { invalid, Problem } from "../../platform/problem.ts";
import { makeChallenge, relyingParty, useChallenge } from "./ceremony.ts";
import { showPasskey } from "./passkey.service.ts";
import { insertPasskey, selectPasskeys, selectSessionPlace } from "./passkey.store.ts";

type Registered = NonNullable<
  Awaited<ReturnType<typeof verifyRegistrationResponse>>["registrationInfo"]
>;

/**
 * EdDSA, ES256 and RS256 of the COSE registry: an authenticator has at least one. The library would add
 * ML-DSA, which Node reports as experimental.
 */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Passkeys that are already registered are excluded: an authenticator keeps one for each person. */
const maxExcluded = 100;

export async function startRegistration(
  platform: Pick<Platform, "publicOrigin">,
  { principal, db, now }: CallContext,
): Promise<{ options: string }> {
  needSession(principal, now);
  const { id, email, name } = callerOf(principal);
  const own = await selectPasskeys(db, id, { skip: 0, take: maxExcluded });
  const options = await generateRegistrationOptions({
    rpName: "Lintel",
    rpID: relyingParty(platform).id,
    userID: new Uint8Array(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    challenge: await makeChallenge(db, "passkey-registration", id, now),
    attestationType: "none",
    supportedAlgorithmIDs,
    excludeCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { options: JSON.stringify(options) };
}

/** Verifies what the browser made, before the transaction: the challenge is used in any case. */
export async function verifyRegistration(
  platform: Pick<Platform, "publicOrigin">,
  { principal, db, now }: CallContext,
  { response: text }: InputOf<typeof registerPasskey>,
): Promise<Registered> {
  needSession(principal, now);
  const { id } = callerOf(principal);
  const answer = await useChallenge<RegistrationResponseJSON>(
    db,
    "passkey-registration",
    text,
    now,
  );
  if (answer === null || answer.userId !== id) throw new Problem("CODE_INVALID");
  const party = relyingParty(platform);
  const verified = await verifyRegistrationResponse({
    response: answer.response,
    expectedChallenge: answer.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => null);
  if (verified?.verified !== true) throw refused();
  return verified.registrationInfo;
}

export async function addPasskey(
  platform: Pick<Platform, "clock"> & NoticePlatform,
  context: CallContext,
  { name, response }: InputOf<typeof registerPasskey>,
  { credential, credentialBackedUp }: Registered,
): Promise<Passkey> {
  const { principal, db, now } = context;
  const person = callerOf(principal);
  const { transports = [] } = (JSON.parse(response) as RegistrationResponseJSON).response;
  const added = await insertPasskey(db, {
    id: platform.clock.newId(),
    userId: person.id,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: JSON.stringify(transports),
    name,
    backedUp: credentialBackedUp,
    createdAt: now,
  });
  if (added === undefined) throw refused();
  await emitForPerson(context, db, person, "passkey.added", { passkeyId: added.id, name });
  if (platform.mailer.isConfigured) await mailNewPasskey(platform, context, name);
  return showPasskey(added);
}

async function mailNewPasskey(
  { mailer, publicOrigin, region }: NoticePlatform,
  { db, principal, now }: CallContext,
  name: string,
): Promise<void> {
  const { email } = callerOf(principal);
  const session = await selectSessionPlace(db, principal.sessionId);
  const notice = composeNotice({
    to: email,
    subject: "A passkey was added to your account",
    event: `The passkey "${name}" can now sign in to your account ${email}.`,
    facts: {
      ...(session !== undefined && {
        "Added on": nameDevice(session.device),
        "Network address": `${nameNetwork(session.address)} (approximate)`,
      }),
      Time: nameTime(now),
    },
    advice:
      "Otherwise, remove the passkey and end the session on the page of your account, and set a new password:",
    link: pageAddress(publicOrigin(), region, "/account"),
  });
  await mailer.send(db, notice);
}

const refused = () =>
  invalid({
    field: "response",
    code: "refused",
    message: "The passkey was not accepted. Add it again at the address of this server.",
  });
