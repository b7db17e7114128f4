import * as client from "openid-client";
import type { Egress } from "@lintel/egress/egress.types";
import { createEgressFetch } from "./egress-fetch.ts";

/** What is stored of a provider's discovery document (OpenID Connect Discovery §3). */
export interface StoredProvider {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly jwksUri: string;
  /** Whether answers state their issuer (RFC 9207). */
  readonly isIssuerStated: boolean;
  /** The accepted algorithms that the provider announces. */
  readonly algorithms: readonly string[];
  /** How the client authenticates at the token endpoint. */
  readonly clientAuthentication: "client_secret_basic" | "client_secret_post";
}

/** Everything that a sign-in through OpenID Connect needs. */
export interface OidcClientOptions {
  readonly egress: Egress;
  readonly provider: StoredProvider;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly now: Date;
}

/** Asymmetric algorithms with digests of SHA-256 or better (RFC 8725 §3.2). */
export const acceptedAlgorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

const skewSeconds = 60;

export function createOidcClient(options: OidcClientOptions): client.Configuration {
  const { egress, provider, clientId, clientSecret, now } = options;
  const configuration = new client.Configuration(
    {
      issuer: provider.issuer,
      authorization_endpoint: provider.authorizationEndpoint,
      token_endpoint: provider.tokenEndpoint,
      jwks_uri: provider.jwksUri,
      authorization_response_iss_parameter_supported: provider.isIssuerStated,
      id_token_signing_alg_values_supported: [...provider.algorithms],
    },
    clientId,
    {
      [client.clockTolerance]: skewSeconds,
      [client.clockSkew]: Math.round((now.getTime() - Date.now()) / 1000),
    },
    provider.clientAuthentication === "client_secret_post"
      ? client.ClientSecretPost(clientSecret)
      : client.ClientSecretBasic(clientSecret),
  );
  configuration[client.customFetch] = createEgressFetch(egress);
  // The signature is verified even though the token came over TLS.
  client.enableNonRepudiationChecks(configuration);
  if (provider.issuer.startsWith("http:")) client.allowInsecureRequests(configuration);
  return configuration;
}
