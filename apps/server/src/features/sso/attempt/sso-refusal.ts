import { ssoReasons, type SsoReason, type SsoReasonRow } from "@lintel/contract/words/sso-reasons";
import { Problem } from "../../../platform/problem.ts";

/** A refused sign-in, with the reason that its trace names. @param detail without personal data */
export function refuseSignIn(reason: SsoReason, detail?: string): Problem {
  const { title, problem = "SSO_REFUSED" }: SsoReasonRow = ssoReasons[reason];
  const claim = problem === "MISSING_CLAIM" ? { claim: "email" } : {};
  const text = detail === undefined ? `${title}.` : `${title}: ${detail}`;
  return new Problem(problem, text, { ...claim, reason });
}

/** The reason of a refused sign-in; null for every other failure. */
export function reasonOf(error: unknown): SsoReason | null {
  if (!(error instanceof Problem)) return null;
  const { reason } = error.members;
  return typeof reason === "string" && Object.hasOwn(ssoReasons, reason)
    ? (reason as SsoReason)
    : null;
}
