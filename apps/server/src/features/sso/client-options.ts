import type { Platform } from "../../platform/kernel/platform.ts";
import { openClientSecret } from "./client-secret.sealed.ts";
import type { StoredConnection } from "./sso-connection.store.ts";
import { refuseSignIn } from "./attempt/sso-refusal.ts";
import type { OidcClientOptions } from "./oidc/oidc-client.ts";

/** @throws Problem SSO_REFUSED for a connection without a client secret. */
export function clientOptionsOf(
  { egress, sealer }: Pick<Platform, "egress" | "sealer">,
  { id, oidc, clientSecret: sealed }: StoredConnection,
  now: Date,
): OidcClientOptions {
  if (oidc === null || sealed === null)
    throw refuseSignIn("CONNECTION_NOT_READY", "it has no client secret.");
  const { provider, clientId } = oidc;
  return { egress, provider, clientId, clientSecret: openClientSecret(sealer, id, sealed), now };
}
