import { invalid, type Problem } from "../../../platform/problem.ts";
import { isSecureAddress } from "../attempt/secure-address.ts";
import { acceptedAlgorithms, type StoredProvider } from "./oidc-client.ts";

const wellKnown = "/.well-known/openid-configuration";

/** The address of the discovery document of an issuer (OpenID Connect Discovery §4). */
export function discoveryUrl(issuer: string): string {
  return issuer.endsWith(wellKnown) ? issuer : `${issuer.replace(/\/$/, "")}${wellKnown}`;
}

interface Discovery {
  readonly issuer?: unknown;
  readonly authorization_endpoint?: unknown;
  readonly token_endpoint?: unknown;
  readonly jwks_uri?: unknown;
  readonly authorization_response_iss_parameter_supported?: unknown;
  readonly id_token_signing_alg_values_supported?: unknown;
  readonly token_endpoint_auth_methods_supported?: unknown;
}

/**
 * Reads a discovery document.
 *
 * @param expected the issuer, where it was given; the document must state it exactly
 * @throws Problem VALIDATION_FAILED that says what it lacks.
 */
export function readDiscovery(text: string, expected: string | null): StoredProvider {
  const found = parse(text);
  const issuer = readUrl(found.issuer, "issuer");
  if (expected !== null && issuer !== expected)
    throw refuse(`It states the issuer ${issuer.slice(0, 200)}, and ${expected} is expected.`);
  return {
    issuer,
    authorizationEndpoint: readUrl(found.authorization_endpoint, "authorization_endpoint"),
    tokenEndpoint: readUrl(found.token_endpoint, "token_endpoint"),
    jwksUri: readUrl(found.jwks_uri, "jwks_uri"),
    isIssuerStated: found.authorization_response_iss_parameter_supported === true,
    algorithms: readAlgorithms(found.id_token_signing_alg_values_supported),
    clientAuthentication: readAuthentication(found.token_endpoint_auth_methods_supported),
  };
}

function parse(text: string): Discovery {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Refused below, like JSON of another kind.
  }
  throw refuse("It is not a discovery document in JSON.");
}

function readUrl(value: unknown, name: string): string {
  if (typeof value !== "string" || !URL.canParse(value) || value.length > 1024)
    throw refuse(`It has no address as ${name}.`);
  if (!isSecureAddress(value)) throw refuse(`${name} is not an https address.`);
  return value;
}

function readAlgorithms(value: unknown): string[] {
  // RS256 is what a provider supports that states nothing (Discovery §3).
  const listed = Array.isArray(value) ? value : ["RS256"];
  const accepted = acceptedAlgorithms.filter((one) => listed.includes(one));
  if (accepted.length === 0) throw refuse("It lists no algorithm for ID tokens that is accepted.");
  return accepted;
}

function readAuthentication(value: unknown): StoredProvider["clientAuthentication"] {
  const listed = Array.isArray(value) ? value : ["client_secret_basic"];
  if (listed.includes("client_secret_basic")) return "client_secret_basic";
  if (listed.includes("client_secret_post")) return "client_secret_post";
  throw refuse("Its token endpoint accepts neither client_secret_basic nor client_secret_post.");
}

function refuse(message: string): Problem {
  return invalid({ field: "metadata", code: "metadata", message });
}
