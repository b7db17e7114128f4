import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import type { RateBudget } from "../../platform/rate/rate-window.ts";
import { takeOrRefuse } from "../../platform/rate/take-or-refuse.ts";
import { useRecoveryCode } from "./recovery-codes.ts";
import { placeOfSecret } from "./second-factor.sealed.ts";
import type { StoredFactor } from "./second-factor.store.ts";
import { findTimeStep } from "./totp.ts";

const attempts: RateBudget = { limit: 10, windowMs: 10 * 60_000 };

/**
 * Counts an attempt to enter a code. Only a person who knows the password gets here, so that others
 * cannot use up the attempts of an account.
 *
 * @throws Problem RATE_LIMITED
 */
export async function limitAttempts(
  { rateWindow }: Pick<Platform, "rateWindow">,
  userId: string,
): Promise<void> {
  const name = `second-factor:${userId}`;
  await takeOrRefuse(rateWindow, name, attempts, "Too many codes were entered.");
}

/** What is stored once a code is accepted. */
export type Accepted =
  | { readonly kind: "totp"; readonly lastStep: number }
  | { readonly kind: "recovery"; readonly digests: readonly string[] };

/**
 * Accepts a code of the app once, and no code of an earlier time step afterwards (RFC 6238 §5.2).
 *
 * @throws Problem SIGN_IN_FAILED
 */
export function acceptCode(
  { sealer }: Pick<Platform, "sealer">,
  factor: StoredFactor,
  code: string,
  now: Date,
): Accepted {
  const digits = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) {
    const digests = useRecoveryCode(factor.recoveryDigests, code);
    if (digests === null) throw wrongCode("The code is wrong.");
    return { kind: "recovery", digests };
  }
  const secret = sealer.open(factor.sealedSecret, placeOfSecret(factor.userId));
  const lastStep = findTimeStep(secret, digits, now);
  if (lastStep === null) throw wrongCode("The code is wrong.");
  if (lastStep <= Number(factor.lastStep))
    throw wrongCode("The code was used before. Wait for the next one.");
  return { kind: "totp", lastStep };
}

const wrongCode = (detail: string) => new Problem("SIGN_IN_FAILED", detail);
