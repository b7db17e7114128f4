import type { AttemptTrace } from "../attempt/attempt-trace.ts";
import {
  checkDomain,
  readPerson,
  type AttributeNames,
  type VerifiedPerson,
} from "../attempt/read-person.ts";
import { reasonOf } from "../attempt/sso-refusal.ts";
import {
  checkAnswer,
  checkVerified,
  exchangeCode,
  readClaims,
  type CodeRequest,
} from "./exchange-code.ts";
import type { OidcClientOptions } from "./oidc-client.ts";

/** What an answer is checked against. */
export interface OidcExpectation extends OidcClientOptions {
  /** The redirect address, to which the answer was sent. */
  readonly redirectUrl: string;
  readonly request: CodeRequest;
  readonly attributes: AttributeNames;
  readonly isEmailTrusted: boolean;
  readonly domains: readonly string[];
  /** Notes that a code is used. @throws Problem SSO_REFUSED where it was used before */
  readonly useCode: (code: string, until: Date) => Promise<void>;
}

/** Reasons that only the provider or the client's registration there can cause. */
const provenReasons = new Set([
  "OIDC_ALGORITHM",
  "OIDC_SIGNATURE_INVALID",
  "OIDC_ISSUER",
  "OIDC_AUDIENCE",
  "OIDC_EXPIRED",
  "OIDC_TOKEN_MISSING",
]);

/**
 * Verifies the answer of a provider, up to the person's domain.
 *
 * @throws Problem SSO_REFUSED or MISSING_CLAIM with the reason
 */
export async function verifyOidc(
  answer: Readonly<Record<string, string | undefined>>,
  expected: OidcExpectation,
  trace: AttemptTrace,
): Promise<VerifiedPerson> {
  const { provider, attributes, domains, isEmailTrusted, redirectUrl, request } = expected;
  trace.begin("issuer");
  if (answer["iss"] !== undefined) trace.receive("iss", answer["iss"]);
  const code = checkAnswer(answer, provider);
  trace.begin("singleUse");
  const until = new Date(expected.now.getTime() + codeLifeMs);
  await expected.useCode(code, until);
  trace.begin("token");
  const callback = new URL(redirectUrl);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) callback.searchParams.set(name, value);
  const claims = await exchangeCode(expected, callback, request).catch((error: unknown) => {
    if (provenReasons.has(reasonOf(error) ?? "")) trace.prove();
    throw error;
  });
  trace.prove();
  trace.begin("person");
  const stated = readClaims(claims);
  trace.receivePerson(stated, ["iss", "aud", "exp", "iat", "groups", attributes.groups ?? ""]);
  const person = readPerson(stated, attributes, stated.get("email")?.[0] ?? null);
  checkVerified(claims, isEmailTrusted);
  trace.begin("domain");
  checkDomain(person.email, domains);
  return { person, stated, use: null };
}

/** A code lives ten minutes at most (RFC 6749 §4.1.2). */
const codeLifeMs = 10 * 60_000;
