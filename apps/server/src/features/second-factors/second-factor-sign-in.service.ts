import type { InputOf } from "@lintel/contract/operation";
import type { signInWithSecondFactor } from "@lintel/contract/operations/second-factor";
import type { SessionTokens } from "@lintel/contract/operations/session";
import { completeSignIn, firstFactorOf } from "../../domain/people/begin-sign-in.ts";
import type { NoticePlatform } from "../../domain/people/mail-new-device.ts";
import { emitForPerson } from "../../domain/people/emit-for-person.ts";
import { readCode, useCode } from "../../domain/people/one-time-code.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import { acceptCode, limitAttempts } from "./accept-code.ts";
import { lockFactor, updateFactor } from "./second-factor.store.ts";
import { findPersonById } from "../../domain/people/user-rows.ts";

type SignIn = InputOf<typeof signInWithSecondFactor>;

/** Counts the attempt for the person of a step. @throws Problem CODE_INVALID once the step is over */
export async function countSignInAttempt(
  platform: Pick<Platform, "rateWindow">,
  { db, now }: CallContext,
  { step }: SignIn,
): Promise<void> {
  const begun = await readCode(db, "second-factor", step, now);
  if (typeof begun?.userId !== "string") throw stepIsOver();
  await limitAttempts(platform, begun.userId);
}

/** Finishes a sign-in. A wrong code leaves the step as it is, for the next attempt. */
export async function finishSignIn(
  platform: Pick<Platform, "clock" | "log" | "sealer"> & NoticePlatform,
  context: CallContext,
  { step, code, device, address }: SignIn,
): Promise<SessionTokens> {
  const { db, now } = context;
  const begun = await useCode(db, "second-factor", step, now);
  if (typeof begun?.userId !== "string") throw stepIsOver();
  const factor = await lockFactor(db, begun.userId);
  const person = await findPersonById(db, begun.userId);
  if (factor === undefined || factor.enabledAt === null || person === undefined) throw stepIsOver();
  const accepted = acceptCode(platform, factor, code, now);
  const method = firstFactorOf(begun.data);
  const tokens = await completeSignIn(platform, context, person, method, { device, address });
  if (accepted.kind === "totp") {
    await updateFactor(db, person.id, { lastStep: accepted.lastStep });
    return tokens;
  }
  const { digests } = accepted;
  await updateFactor(db, person.id, { recoveryDigests: JSON.stringify(digests) });
  const left = { recoveryCodesLeft: digests.length };
  const details = { address, sessionId: tokens.sessionId };
  // It comes last: the last event names the audit entry.
  await emitForPerson(context, db, person, "second_factor.recovery_used", left, details);
  return tokens;
}

const stepIsOver = () => new Problem("CODE_INVALID", "The sign-in took too long. Sign in again.");
