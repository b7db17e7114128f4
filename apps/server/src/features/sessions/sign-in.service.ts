import type { InputOf } from "@lintel/contract/operation";
import type { signInWithPassword } from "@lintel/contract/operations/session";
import { needDirectSignIn } from "../../domain/people/sign-in-policy.ts";
import { verifyPassword } from "../../platform/crypto/password-hash.ts";
import { digestSecret } from "../../platform/credentials/secret-format.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import { groupAddress } from "../../platform/rate/group-address.ts";
import type { RateBudget } from "../../platform/rate/rate-window.ts";
import { takeOrRefuse } from "../../platform/rate/take-or-refuse.ts";
import { hasSignedInFrom } from "./session.store.ts";
import { findPerson, type StoredUser } from "../../domain/people/user-rows.ts";

type SignIn = InputOf<typeof signInWithPassword>;
type SignInPlatform = Pick<
  Platform,
  "clock" | "rateWindow" | "keys" | "subscribers" | "events" | "log" | "region"
>;

const refusal = "Too many attempts to sign in.";
const fromOneAddress: RateBudget = { limit: 10, windowMs: 10 * 60_000 };
const fromAllAddresses: RateBudget = { limit: 100, windowMs: 60 * 60_000 };

/**
 * Checks a password before the transaction, since it takes long.
 *
 * @throws Problem SIGN_IN_FAILED, which does not show whether the account exists
 * @throws Problem RATE_LIMITED after too many attempts
 * @throws Problem SSO_REQUIRED where the domain of the address enforces single sign-on
 */
export async function checkPassword(
  platform: SignInPlatform,
  { db }: CallContext,
  { email, password, address }: Pick<SignIn, "email" | "password" | "address">,
): Promise<StoredUser> {
  const person = await findPerson(db, email);
  const isKnown = person !== undefined && (await hasSignedInFrom(db, person.id, address));
  await slowAttempts(platform, email, address, isKnown);
  const isRight = await verifyPassword(password, person?.passwordHash ?? null);
  if (person !== undefined && isRight) {
    await needDirectSignIn(platform, db, person, "password");
    return person;
  }
  throw new Problem("SIGN_IN_FAILED", "The e-mail address or the password is wrong.");
}

/**
 * Attempts are limited for each account and address. The limit of an account as a whole does not hold
 * for addresses from which its person signed in before, so that others cannot lock them out.
 */
async function slowAttempts(
  { rateWindow }: SignInPlatform,
  email: string,
  address: string,
  isKnown: boolean,
): Promise<void> {
  const account = digestSecret(email.toLowerCase());
  const pair = `sign-in:${account}:${groupAddress(address)}`;
  await takeOrRefuse(rateWindow, pair, fromOneAddress, refusal);
  if (!isKnown) await takeOrRefuse(rateWindow, `sign-in:${account}`, fromAllAddresses, refusal);
}
