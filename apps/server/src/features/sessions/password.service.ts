import type { InputOf } from "@lintel/contract/operation";
import type {
  changePassword,
  makePasswordReset,
  PasswordSignIn,
  resetPassword,
} from "@lintel/contract/operations/session";
import { beginSignIn } from "../../domain/people/begin-sign-in.ts";
import { proveAddress } from "../../domain/people/claim-account.ts";
import type { NoticePlatform } from "../../domain/people/mail-new-device.ts";
import { callerOf } from "../../domain/people/caller.ts";
import { emitForPerson } from "../../domain/people/emit-for-person.ts";
import { endSessionsOf } from "../../domain/people/end-sessions.ts";
import { makeCode, readCode, useCode, voidCodes } from "../../domain/people/one-time-code.ts";
import { needOwnSession, needRecentSignIn } from "../../domain/people/recent-sign-in.ts";
import { pageAddress } from "../../domain/people/page-address.ts";
import { nilUuid } from "../../platform/uuid.ts";
import { hashPassword, verifyPassword } from "../../platform/crypto/password-hash.ts";
import type { CallContext, OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { digestSecret } from "../../platform/credentials/secret-format.ts";
import type { Principal } from "../../platform/credentials/principal.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import type { RateBudget } from "../../platform/rate/rate-window.ts";
import { takeOrRefuse } from "../../platform/rate/take-or-refuse.ts";
import {
  findPerson,
  findPersonById,
  isActiveMember,
  setPasswordHash,
  type StoredUser,
} from "../../domain/people/user-rows.ts";

const resetMs = 3_600_000;
const resets: RateBudget = { limit: 5, windowMs: 60 * 60_000 };
const presentAttempts: RateBudget = { limit: 10, windowMs: 10 * 60_000 };

/** The hash of the new password, once the present one was right. */
export async function preparePassword(
  { rateWindow }: Pick<Platform, "rateWindow">,
  { principal, db, now }: CallContext,
  { currentPassword, password }: InputOf<typeof changePassword>,
): Promise<string> {
  needOwnSession(principal);
  const person = await findPersonById(db, callerOf(principal).id);
  const stored = person?.passwordHash ?? null;
  if (stored === null) needRecentSignIn(principal, now);
  else await checkPresent(rateWindow, principal, currentPassword ?? "", stored);
  return hashPassword(password);
}

/** Guesses are limited, because a session can be stolen. */
async function checkPresent(
  rateWindow: Platform["rateWindow"],
  principal: Principal,
  given: string,
  stored: string,
): Promise<void> {
  const name = `password:${callerOf(principal).id}`;
  await takeOrRefuse(rateWindow, name, presentAttempts, "Too many passwords were entered.");
  if (!(await verifyPassword(given, stored)))
    throw new Problem("SIGN_IN_FAILED", "The present password is wrong.");
}

/** Sets the password. Other devices are signed out, because a thief may use one of them. */
export async function setOwnPassword(context: CallContext, hash: string): Promise<void> {
  const { principal, db } = context;
  const person = callerOf(principal);
  const endedSessions = await replacePassword(context, person.id, hash, principal.sessionId);
  await emitForPerson(context, db, person, "password.changed", { endedSessions });
}

/**
 * Ends what a former password and older links led to, except one session. Returns the number of ended
 * sessions.
 */
async function replacePassword(
  { db, now }: CallContext,
  userId: string,
  hash: string,
  exceptSession: string | null,
): Promise<number> {
  await setPasswordHash(db, userId, hash);
  await voidCodes(db, ["reset", "second-factor"], userId, now);
  return endSessionsOf(db, userId, now, exceptSession);
}

/**
 * Counts a link that is asked for. Anyone can ask for another's, so an address gets few, from whichever
 * sources. False once there were too many: the answer does not show that either.
 */
export async function countReset(
  { rateWindow }: Pick<Platform, "rateWindow">,
  email: string,
): Promise<boolean> {
  const name = `reset:${digestSecret(email.toLowerCase())}`;
  return (await rateWindow.take(name, resets)).isAdmitted;
}

/** Mails a link where the address has an account; the answer does not show whether it has. */
export async function sendReset(
  { publicOrigin, mailer }: Pick<Platform, "publicOrigin" | "mailer">,
  context: CallContext,
  email: string,
  isAdmitted: boolean,
): Promise<void> {
  const person = await findPerson(context.db, email);
  if (person === undefined || !isAdmitted) return;
  const link = await makeLink({ publicOrigin }, context, person);
  await mailer.send(context.db, {
    to: person.email,
    subject: "Set a new password for Lintel",
    text: `Open this address within an hour to set a new password:\n\n${link}\n\nIf you did not ask for it, do nothing.`,
  });
}

/** The link for a member whom the operator helps. */
export async function makeReset(
  platform: Pick<Platform, "publicOrigin">,
  context: OrganizationContext,
  { userId }: InputOf<typeof makePasswordReset>,
): Promise<{ link: string }> {
  const { db, organizationId } = context;
  const person = await findPersonById(db, userId);
  const isMember = await isActiveMember(db, organizationId, userId);
  if (person === undefined || !isMember) throw notFound("The member");
  return { link: await makeLink(platform, context, person) };
}

async function makeLink(
  { publicOrigin }: Pick<Platform, "publicOrigin">,
  context: CallContext,
  person: StoredUser,
): Promise<string> {
  const { db, now, region } = context;
  const expiresAt = new Date(now.getTime() + resetMs);
  const code = await makeCode(db, { purpose: "reset", userId: person.id, expiresAt });
  await emitForPerson(context, db, person, "password.reset_requested", {});
  return pageAddress(publicOrigin(), region, `/reset/${code}`);
}

export async function prepareReset(
  { db, now }: CallContext,
  { code, password }: InputOf<typeof resetPassword>,
): Promise<string> {
  if ((await readCode(db, "reset", code, now)) === undefined) throw new Problem("CODE_INVALID");
  return hashPassword(password);
}

/** Sets the password of the person of a code, who is then signed in nowhere else. A link proves no second factor. */
export async function finishReset(
  platform: Pick<Platform, "clock" | "log"> & NoticePlatform,
  context: CallContext,
  { code, device, address }: InputOf<typeof resetPassword>,
  hash: string,
): Promise<PasswordSignIn> {
  const { db, now } = context;
  const used = await useCode(db, "reset", code, now);
  const person = await findPersonById(db, used?.userId ?? nilUuid);
  if (person === undefined) throw new Problem("CODE_INVALID");
  const endedSessions = await replacePassword(context, person.id, hash, null);
  await proveAddress(db, person.id);
  await emitForPerson(context, db, person, "password.changed", { endedSessions });
  return beginSignIn(platform, context, person, "password", { device, address });
}
