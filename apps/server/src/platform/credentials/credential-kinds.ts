import { Problem } from "../problem.ts";
import { apiKey } from "./api-key.ts";
import type { CredentialKind } from "./credential-kind.ts";
import { oauthGrant } from "./oauth-grant.ts";
import { digestSecret, isWellFormed } from "./secret-format.ts";
import { scimToken } from "./scim-token.ts";
import { session } from "./session.ts";
import { stagingToken } from "./staging-token.ts";

const credentialKinds: readonly CredentialKind[] = [
  apiKey,
  stagingToken,
  session,
  oauthGrant,
  scimToken,
];

const kindOf = (secret: string) => credentialKinds.find(({ prefix }) => secret.startsWith(prefix));

/** Refuses a kind of credential that the transport does not accept. */
export function checkTransport(
  secret: string | undefined,
  { isAgent = false, isProvider = false }: { isAgent?: boolean; isProvider?: boolean },
): void {
  const kind = kindOf(secret ?? "");
  if (kind === undefined) return;
  if (isProvider && kind !== scimToken)
    throw new Problem("SCIM_TOKEN_INVALID", "SCIM takes a SCIM token, and no other credential.");
  if (!isProvider) kind.checkTransport(isAgent);
}

/**
 * The kind of a secret, and the digest by which the credential is found. Does not ask the database.
 *
 * @throws Problem API_KEY_MISSING or API_KEY_INVALID for what cannot be a secret of ours.
 */
export function readSecret(
  region: string,
  secret: string | undefined,
): { readonly kind: CredentialKind; readonly digest: string } {
  if (secret === undefined || secret === "") throw new Problem("API_KEY_MISSING");
  const kind = kindOf(secret);
  if (kind === undefined || !isWellFormed(secret, kind.prefix)) throw invalidKey(region);
  return { kind, digest: digestSecret(secret) };
}

export function invalidKey(region: string): Problem {
  return new Problem(
    "API_KEY_INVALID",
    region === "eu"
      ? "The key is unknown in region eu. If it belongs to an organization in the US, send X-SVC-Region: us as well."
      : `The key is unknown in region ${region}. If it belongs to an organization in the EU, leave X-SVC-Region out.`,
  );
}
