import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  enableSecondFactor,
  removeMemberSecondFactor,
  SecondFactor,
  startSecondFactor,
} from "@lintel/contract/operations/second-factor";
import { callerOf } from "../../domain/people/caller.ts";
import { emitForPerson } from "../../domain/people/emit-for-person.ts";
import { needOwnSession, needSession } from "../../domain/people/recent-sign-in.ts";
import type { CallContext, OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { acceptCode, limitAttempts } from "./accept-code.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";
import { placeOfSecret } from "./second-factor.sealed.ts";
import {
  deleteFactor,
  insertFactor,
  lockFactor,
  selectFactor,
  updateFactor,
} from "./second-factor.store.ts";
import { makeTotpSecret, totpUri } from "./totp.ts";
import { findPersonById, isActiveMember } from "../../domain/people/user-rows.ts";

/** How long a secret can be shown again before its first code is entered. */
const pendingMs = 10 * 60_000;

interface RecoveryCodes {
  recoveryCodes: string[];
}

export async function describeFactor({ principal, db }: CallContext): Promise<SecondFactor> {
  needOwnSession(principal);
  const factor = await selectFactor(db, callerOf(principal).id);
  const enabledAt = factor?.enabledAt?.toISOString() ?? null;
  return {
    isEnabled: enabledAt !== null,
    enabledAt,
    recoveryCodesLeft: enabledAt === null ? 0 : (factor?.recoveryDigests.length ?? 0),
  };
}

/** The secret for the app. A repeat shows the same one, because a first code may be mistyped. */
export async function startFactor(
  { sealer }: Pick<Platform, "sealer">,
  { principal, db, now, region }: CallContext,
): Promise<OutputOf<typeof startSecondFactor>> {
  needSession(principal, now);
  const { id, email } = callerOf(principal);
  const stored = await lockFactor(db, id);
  if (stored !== undefined && stored.enabledAt !== null) throw new Problem("SECOND_FACTOR_ENABLED");
  if (stored !== undefined && now.getTime() - stored.createdAt.getTime() < pendingMs) {
    const secret = sealer.open(stored.sealedSecret, placeOfSecret(id));
    return { secret, uri: totpUri(secret, region, email) };
  }
  const secret = makeTotpSecret();
  await insertFactor(db, {
    userId: id,
    sealedSecret: sealer.seal(secret, placeOfSecret(id)),
    recoveryDigests: "[]",
    lastStep: 0,
    createdAt: now,
  });
  return { secret, uri: totpUri(secret, region, email) };
}

/** Before the transaction, because the rate window has its own. */
export async function countAttempt(
  platform: Pick<Platform, "rateWindow">,
  { principal, now }: CallContext,
): Promise<void> {
  needSession(principal, now);
  await limitAttempts(platform, callerOf(principal).id);
}

export async function enableFactor(
  platform: Pick<Platform, "sealer">,
  context: CallContext,
  { code }: InputOf<typeof enableSecondFactor>,
): Promise<RecoveryCodes> {
  const { principal, db, now } = context;
  const person = callerOf(principal);
  const factor = await lockFactor(db, person.id);
  if (factor === undefined) throw notFound("The second factor");
  if (factor.enabledAt !== null) throw new Problem("SECOND_FACTOR_ENABLED");
  const accepted = acceptCode(platform, factor, code, now);
  const { codes, digests } = makeRecoveryCodes();
  const lastStep = accepted.kind === "totp" ? { lastStep: accepted.lastStep } : {};
  const recoveryDigests = JSON.stringify(digests);
  await updateFactor(db, person.id, { ...lastStep, recoveryDigests, enabledAt: now });
  await emitForPerson(context, db, person, "second_factor.enabled", {});
  return { recoveryCodes: codes };
}

export async function renewCodes(context: CallContext): Promise<RecoveryCodes> {
  const { principal, db, now } = context;
  needSession(principal, now);
  const person = callerOf(principal);
  const factor = await lockFactor(db, person.id);
  if (factor === undefined || factor.enabledAt === null) throw notFound("The second factor");
  const { codes, digests } = makeRecoveryCodes();
  await updateFactor(db, person.id, { recoveryDigests: JSON.stringify(digests) });
  await emitForPerson(context, db, person, "second_factor.recovery_renewed", {});
  return { recoveryCodes: codes };
}

export async function removeOwnFactor(context: CallContext): Promise<void> {
  const { principal, db, now } = context;
  needSession(principal, now);
  const person = callerOf(principal);
  if (!(await deleteFactor(db, person.id))) throw notFound("The second factor");
  await emitForPerson(context, db, person, "second_factor.disabled", {});
}

export async function removeFactorOf(
  context: OrganizationContext,
  { userId }: InputOf<typeof removeMemberSecondFactor>,
): Promise<void> {
  const { db, organizationId } = context;
  const person = await findPersonById(db, userId);
  if (person === undefined || !(await isActiveMember(db, organizationId, userId)))
    throw notFound("The member");
  if (!(await deleteFactor(db, userId))) throw notFound("The second factor");
  await emitForPerson(context, db, person, "second_factor.disabled", {});
}
