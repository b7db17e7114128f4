import type { IncomingMessage, ServerResponse } from "node:http";
import Provider from "oidc-provider";
import { openTestServer, type TestServer } from "./open-provider.ts";

export interface OidcPeer extends TestServer {
  readonly clientId: string;
  readonly clientSecret: string;
}

const clientId = "lintel";
const clientSecret = "a-client-secret-of-the-test-0123456789";
const accountId = "1";

/** oidc-provider on loopback, whose one person signs in and consents without being asked. */
export async function openOidcProvider(options: {
  readonly claims: Readonly<Record<string, unknown>>;
  /** Read at the first request: the connection is created after the provider. */
  readonly redirectUrls: readonly string[];
}): Promise<OidcPeer> {
  let provider: Provider | null = null;
  const server = await openTestServer(async (request, response, origin) => {
    if (request.url === "/.well-known/openid-configuration" && options.redirectUrls.length === 0) {
      // The client cannot be registered yet.
      return makeProvider(origin, [`${origin}/later`], options.claims).callback()(
        request,
        response,
      );
    }
    provider ??= makeProvider(origin, options.redirectUrls, options.claims);
    if (request.url?.startsWith("/interaction/") === true)
      return finishInteraction(provider, request, response);
    return provider.callback()(request, response);
  });
  return { ...server, clientId, clientSecret };
}

function makeProvider(
  issuer: string,
  redirectUrls: readonly string[],
  claims: Readonly<Record<string, unknown>>,
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUrls],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    // Otherwise claims of scopes are only in the answer of the userinfo endpoint (Core §5.4).
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["a test"] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: () => ({ accountId, claims: () => ({ sub: accountId, ...claims }) }),
  });
}

async function finishInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params } = await provider.interactionDetails(request, response);
  if (prompt.name === "login")
    return provider.interactionFinished(request, response, { login: { accountId } });
  const grant = new provider.Grant({ accountId, clientId: String(params["client_id"]) });
  grant.addOIDCScope(String(params["scope"]));
  const consent = { grantId: await grant.save() };
  return provider.interactionFinished(
    request,
    response,
    { consent },
    { mergeWithLastSubmission: true },
  );
}
