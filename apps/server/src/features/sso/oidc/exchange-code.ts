import * as client from "openid-client";
import type { SsoReason } from "@lintel/contract/words/sso-reasons";
import { Problem } from "../../../platform/problem.ts";
import { refuseSignIn } from "../attempt/sso-refusal.ts";
import { createOidcClient, type OidcClientOptions } from "./oidc-client.ts";

/** What the sign-in that is answered was begun with. */
export interface CodeRequest {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

type Answer = Readonly<Record<string, string | undefined>>;

/** @throws Problem SSO_REFUSED unless the answer is of this provider and has a code (RFC 9207 §2.4). */
export function checkAnswer(
  answer: Answer,
  { issuer, isIssuerStated }: { readonly issuer: string; readonly isIssuerStated: boolean },
): string {
  const stated = answer["iss"];
  if (stated !== undefined && stated !== issuer)
    throw refuseSignIn("OIDC_ISSUER_MIXED_UP", `the connection expects ${issuer}.`);
  if (stated === undefined && isIssuerStated) throw refuseSignIn("OIDC_ISSUER_UNSTATED");
  if (answer["error"] !== undefined) {
    const words = [answer["error"], answer["error_description"]].filter((word) => word);
    throw refuseSignIn("PROVIDER_REFUSED", `${words.join(": ").slice(0, 300)}.`);
  }
  const code = answer["code"] ?? "";
  if (code === "") throw refuseSignIn("OIDC_CODE_MISSING");
  return code;
}

/**
 * Exchanges the code and verifies the ID token (OpenID Connect Core §3.1.3).
 *
 * @param callback the address that the browser was sent to, with the answer in its query
 * @throws Problem SSO_REFUSED
 */
export async function exchangeCode(
  options: OidcClientOptions,
  callback: URL,
  { state, nonce, codeVerifier }: CodeRequest,
): Promise<client.IDToken> {
  const configuration = createOidcClient(options);
  try {
    const tokens = await client.authorizationCodeGrant(configuration, callback, {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw refuseSignIn("OIDC_TOKEN_MISSING");
    return claims;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw explain(error);
  }
}

const ofClaims: Readonly<Record<string, SsoReason>> = {
  iss: "OIDC_ISSUER",
  aud: "OIDC_AUDIENCE",
  azp: "OIDC_AUDIENCE",
  nonce: "OIDC_NONCE",
  exp: "OIDC_EXPIRED",
  iat: "OIDC_EXPIRED",
  nbf: "OIDC_EXPIRED",
};

/** The library's error as a reason. Its causes name the claim or the header that was refused. */
function explain(error: unknown): Problem {
  const causes = [...chainOf(error)];
  const problem = causes.find((cause) => cause instanceof Problem);
  if (problem !== undefined) return problem;
  for (const cause of causes) {
    if (cause instanceof client.ResponseBodyError)
      return refuseSignIn("OIDC_CODE_REFUSED", `${cause.error}.`);
    const claim = memberOf(cause, "claim");
    const reason = typeof claim === "string" ? ofClaims[claim] : undefined;
    if (reason !== undefined) return refuseSignIn(reason);
  }
  const messages = causes.map((cause) => (cause instanceof Error ? cause.message : ""));
  const text = messages.join(" / ");
  if (text.includes('"alg"') || text.includes("unsupported JWS"))
    return refuseSignIn("OIDC_ALGORITHM");
  if (/signature verification failed|verification key/.test(text))
    return refuseSignIn("OIDC_SIGNATURE_INVALID");
  if (text.includes('"id_token"')) return refuseSignIn("OIDC_TOKEN_MISSING");
  if (text.includes("nonce")) return refuseSignIn("OIDC_NONCE");
  if (text.includes("unexpected HTTP response status"))
    return refuseSignIn(
      "OIDC_CODE_REFUSED",
      "the token endpoint returned another status than 200.",
    );
  return refuseSignIn("OIDC_TOKEN_INVALID", `${text.slice(0, 200)}.`);
}

function* chainOf(error: unknown): Generator {
  for (let at = error, depth = 0; at !== undefined && at !== null && depth < 6; depth += 1) {
    yield at;
    at = memberOf(at, "cause");
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** The claims as attributes, each with its values. */
export function readClaims(claims: Readonly<Record<string, unknown>>): Map<string, string[]> {
  const texts = (value: unknown): string[] =>
    Array.isArray(value)
      ? value.flatMap(texts)
      : ["string", "number", "boolean"].includes(typeof value)
        ? [String(value)]
        : [];
  return new Map(Object.entries(claims).map(([name, value]) => [name, texts(value)]));
}

/** @throws Problem SSO_REFUSED unless the provider confirms the address. */
export function checkVerified(
  claims: Readonly<Record<string, unknown>>,
  isEmailTrusted: boolean,
): void {
  const stated = claims["email_verified"];
  if (stated === true || stated === "true") return;
  // A provider that says false is believed, whatever the connection trusts.
  if (stated === undefined && isEmailTrusted) return;
  throw refuseSignIn(
    "EMAIL_UNVERIFIED",
    stated === undefined ? "email_verified is not stated." : "email_verified is false.",
  );
}
