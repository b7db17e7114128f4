import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  beginSsoSignIn,
  getSamlMetadata,
  listSsoChoices,
} from "@lintel/contract/operations/sso-sign-in";
import * as client from "openid-client";
import { findSignInPolicy } from "../../domain/people/sign-in-policy.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { notFound } from "../../platform/problem.ts";
import { addressesOf } from "./connection-address.ts";
import { describeServiceProvider, makeSignInUrl } from "./saml/service-provider.ts";
import { findConnection, selectChoices, type StoredConnection } from "./sso-connection.store.ts";
import { refuseSignIn } from "./attempt/sso-refusal.ts";
import { deriveSecret, digestOf, makeToken, requestLifeMs } from "./sso-request.ts";
import { insertRequest, selectRequest, takeRequest } from "./sso-request.store.ts";
import { clientOptionsOf } from "./client-options.ts";
import { createOidcClient } from "./oidc/oidc-client.ts";

/** @throws Problem NOT_FOUND unless there is such a connection of the protocol. */
export async function findByAddress(
  db: Database,
  id: string,
  protocol: string,
): Promise<StoredConnection> {
  const connection = await findConnection(db, id);
  if (connection?.protocol !== protocol) throw notFound("The connection");
  return connection;
}

export async function readSamlMetadata(
  platform: Platform,
  { db }: CallContext,
  { connectionId }: InputOf<typeof getSamlMetadata>,
): Promise<OutputOf<typeof getSamlMetadata>> {
  const connection = await findByAddress(db, connectionId, "saml");
  return { xml: describeServiceProvider(addressesOf(platform, connection)) };
}

/** What the page for sign-in offers. It depends on the domain alone. */
export async function listChoices(
  { db }: CallContext,
  { email }: InputOf<typeof listSsoChoices>,
): Promise<OutputOf<typeof listSsoChoices>> {
  const { domain, isEnforced } = await findSignInPolicy(db, email);
  return { isEnforced, connections: domain === null ? [] : await selectChoices(db, domain) };
}

type BeginInput = InputOf<typeof beginSsoSignIn>;

/** Notes a sign-in, bound to the browser that begins it, and finds the provider's address. */
export async function beginSignIn(
  platform: Platform,
  { db, now }: CallContext,
  input: BeginInput,
): Promise<OutputOf<typeof beginSsoSignIn>> {
  const connection = await findByAddress(db, input.connectionId, input.protocol);
  const { organizationId, id: connectionId } = connection;
  const isTest = input.ticket !== null;
  if (isTest) await takeTicket(db, connectionId, input.ticket ?? "", now);
  else if (connection.status !== "active")
    throw refuseSignIn("CONNECTION_NOT_READY", `its status is ${connection.status}.`);
  // One cookie serves several tabs: each sign-in has a state of its own.
  const browserSecret = input.browserSecret ?? makeToken();
  const state = makeToken();
  const samlId = `_${makeToken()}`;
  await insertRequest(db, {
    digest: digestOf(state),
    organizationId,
    connectionId,
    kind: isTest ? "test" : "signIn",
    browserDigest: digestOf(browserSecret),
    samlId: connection.protocol === "saml" ? samlId : null,
    returnTo: input.returnTo,
    formerSessionId: input.formerSessionId,
    expiresAt: new Date(now.getTime() + requestLifeMs),
  });
  const location =
    connection.saml === null
      ? await makeAuthorizationUrl(platform, connection, browserSecret, state, now)
      : await makeSignInUrl(addressesOf(platform, connection), connection.saml.signInUrl, {
          id: samlId,
          relayState: state,
        });
  return { location, browserSecret };
}

async function takeTicket(db: Database, connectionId: string, ticket: string, now: Date) {
  const digest = digestOf(ticket);
  const found = await selectRequest(db, connectionId, digest, now);
  if (found?.kind !== "ticket" || !(await takeRequest(db, digest)))
    throw refuseSignIn("REQUEST_UNKNOWN", "the address of a test opens it once. Start another.");
}

async function makeAuthorizationUrl(
  platform: Platform,
  connection: StoredConnection,
  browserSecret: string,
  state: string,
  now: Date,
): Promise<string> {
  const configuration = createOidcClient(clientOptionsOf(platform, connection, now));
  const verifier = deriveSecret(browserSecret, state, "pkce");
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: addressesOf(platform, connection).redirectUrl,
    scope: "openid email profile",
    state,
    nonce: deriveSecret(browserSecret, state, "nonce"),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return url.href;
}
