import { generateKeyPairSync } from "node:crypto";
import type { EventEmitter } from "node:events";
import type { FastifyRequest } from "fastify";
import Provider, { errors, interactionPolicy, type Configuration } from "oidc-provider";
import { endOauthGrant } from "@lintel/contract/operations/oauth";
import { delegablePermissions } from "@lintel/contract/words/permissions";
import {
  createOauthStorage,
  type OauthStorage,
} from "../../features/oauth/oauth-storage.service.ts";
import {
  makeSecret,
  oauthPrefix,
  oauthRefreshPrefix,
} from "../../platform/credentials/secret-format.ts";
import { knownResource, toolResource } from "../../platform/credentials/token-resources.ts";
import { createVisitor } from "../../platform/credentials/visitor.ts";
import type { Kernel } from "../../platform/kernel/kernel.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { pagePath } from "../pages/page-path.ts";
import { createAdapterFactory } from "./adapter.ts";
import { noteFailure } from "./failures.ts";
import { createDocumentFetch } from "./fetch-document.ts";
import { endpoints } from "./metadata.ts";
import { repeatRefreshes } from "./refresh-overlap.ts";
import { issuerOf } from "./issuer.ts";
import { takeFromSource } from "./source-budget.ts";

/** A region's authorization server. */
export interface AuthorizationServer {
  readonly issuer: string;
  readonly provider: Provider;
  readonly storage: OauthStorage;
}

export interface ServedRegion {
  readonly platform: Platform;
  readonly kernel: Kernel;
}

/** The region of a request, with its authorization server. */
export interface OauthRegion extends ServedRegion {
  readonly server: AuthorizationServer;
}

export type FindRegion = (request: FastifyRequest) => OauthRegion;

/**
 * Returns the authorization server of a region. It is made when it is first needed, because the
 * address of a server that takes any free port is known only then.
 */
export function createAuthorizationServers(region: ServedRegion): () => AuthorizationServer {
  const storage = createOauthStorage(region.platform);
  let present: AuthorizationServer | null = null;
  return () => {
    const issuer = issuerOf(region.platform);
    if (present?.issuer !== issuer)
      present = { issuer, storage, provider: createProvider(region, issuer, storage) };
    return present;
  };
}

const minute = 60;
const day = 24 * 60 * minute;
const names = { session: "lintel-oauth", interaction: "lintel-consent", resume: "lintel-resume" };

function createProvider(region: ServedRegion, issuer: string, storage: OauthStorage): Provider {
  const { platform } = region;
  const { clock } = platform;
  const end = (id: string) => endGrant(region, id);
  const provider = new Provider(issuer, {
    adapter: createAdapterFactory({ issuer, storage, clock, endGrant: end }),
    ...protocol(platform, issuer),
    ...pages(platform.region),
  });
  // The origin is that of the issuer, whatever address the request came by.
  provider.proxy = true;
  nameTokens(provider);
  provider.use(repeatRefreshes(storage));
  provider.use(async (ctx, next) => {
    await next();
    dropSessionCookie(ctx.res);
  });
  const noteError = (error: unknown) =>
    platform.log.error({ err: error }, "the authorization server failed");
  provider.on("server_error", (_, error) => noteError(error));
  (provider as EventEmitter).on("error", noteError);
  return provider;
}

function protocol({ egress, rateWindow }: Platform, issuer: string): Configuration {
  return {
    scopes: [],
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    clientDefaults: { token_endpoint_auth_method: "none", id_token_signed_response_alg: "ES256" },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => true,
    // Nothing is signed: tokens are opaque, and there are no id_tokens.
    jwks: {
      keys: [
        generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
      ],
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_, client, token) => token.clientId === client.clientId,
      },
      deviceFlow: { enabled: true, deviceInfo: () => ({}) },
      clientIdMetadataDocument: {
        enabled: true,
        ack: "draft-02",
        allowFetch: (ctx) => takeFromSource(rateWindow, "oauthDocument", ctx.ip),
        cacheDuration: { min: 30, max: 86_400 },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_, __, oneOf) => (Array.isArray(oneOf) ? oneOf[0] : oneOf) ?? issuer,
        useGrantedResource: () => true,
        getResourceServerInfo(_, indicator) {
          const audience = knownResource(issuer, indicator);
          if (audience === null)
            throw new errors.InvalidTarget(
              `the resource is not of this server; take ${toolResource(issuer)} or ${issuer}`,
            );
          return { audience, scope: delegablePermissions.join(" "), accessTokenFormat: "opaque" };
        },
      },
    },
    issueRefreshToken: async (_, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    fetch: createDocumentFetch(egress),
    ttl: {
      AccessToken: 60 * minute,
      AuthorizationCode: minute,
      DeviceCode: 10 * minute,
      Interaction: 30 * minute,
      RefreshToken: 30 * day,
      Grant: 3650 * day,
      Session: 30 * minute,
    },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    loadExistingGrant: (ctx) => {
      const { grantId } = ctx.oidc.result?.consent ?? {};
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
  };
}

function pages(region: string): Configuration {
  return {
    routes: {
      authorization: endpoints.authorization,
      token: endpoints.token,
      revocation: endpoints.revocation,
      device_authorization: endpoints.deviceAuthorization,
      code_verification: endpoints.deviceVerification,
      jwks: "/oauth/unused/jwks",
      end_session: "/oauth/unused/end",
    },
    cookies: { names },
    interactions: {
      policy: askAlways(),
      url: (_, { uid }) => pagePath({ region }, `${endpoints.consent}/${uid}`),
    },
    renderError: (ctx, { error, error_description: detail }) => {
      noteFailure(ctx.req, { status: ctx.status, error, detail });
      ctx.respond = false;
    },
  };
}

/** Every authorization is asked for: the page knows who is signed in, and the server keeps nothing. */
function askAlways(): interactionPolicy.Prompt[] {
  const { Check, Prompt } = interactionPolicy;
  const check = new Check("consent", "The person has to consent.", "consent_required", (ctx) =>
    ctx.oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  return [new Prompt({ name: "consent", requestable: true }, check)];
}

/** Tokens have the form of the product's secrets, so that their kind is known and can be searched for. */
function nameTokens({ AccessToken, RefreshToken }: Provider): void {
  Object.assign(AccessToken.prototype, {
    generateTokenId(this: { format?: string }) {
      this.format = "opaque";
      return makeSecret(oauthPrefix);
    },
  });
  Object.assign(RefreshToken.prototype, { generateTokenId: () => makeSecret(oauthRefreshPrefix) });
}

function dropSessionCookie(res: NonNullable<typeof Provider.ctx>["res"]): void {
  const cookies = res.getHeader("set-cookie");
  if (!Array.isArray(cookies)) return;
  const others = cookies.filter((cookie) => !cookie.startsWith(`${names.session}=`));
  if (others.length === 0) res.removeHeader("set-cookie");
  else res.setHeader("set-cookie", others);
}

/** Ends a grant because its client revoked a token, or because someone used one twice. */
async function endGrant({ kernel }: ServedRegion, id: string): Promise<void> {
  const ctx = Provider.ctx;
  const reason = ctx?.oidc.route === "revocation" ? "client" : "reused";
  const principal = createVisitor(ctx?.ip ?? "");
  const call = {
    operation: endOauthGrant,
    requestId: ctx?.get("x-request-id") ?? "",
    evidence: { principal },
  };
  await kernel.callWithFields(call, { id, reason });
}
