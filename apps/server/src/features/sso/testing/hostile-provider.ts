import { createHmac } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { openTestServer, type TestServer } from "./open-provider.ts";

export const clientId = "lintel";
export const clientSecret = "a-secret-of-the-client-that-is-long-enough";

/** What the token endpoint answers next. */
export interface TokenAnswer {
  readonly claims?: JWTPayload;
  /** RS256 unless given. */
  readonly algorithm?: "none" | "HS256" | "RS256";
  /** Signs with a key that the provider does not publish. */
  readonly isForeign?: boolean;
  /** Instead of tokens. */
  readonly error?: string;
  readonly hasNoIdToken?: boolean;
}

/** An OpenID Connect provider that says whatever a test wants. */
export interface HostileProvider extends TestServer {
  /** @param honest the claims of an honest token */
  next(honest: JWTPayload, answer?: TokenAnswer): void;
  readonly exchanges: number;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

export async function openHostileProvider(
  options: { statesIssuer?: boolean } = {},
): Promise<HostileProvider> {
  const own = await generateKeyPair("RS256");
  const foreign = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "1", alg: "RS256", use: "sig" };
  let honest: JWTPayload = {};
  let answer: TokenAnswer = {};
  let exchanges = 0;

  async function makeToken(): Promise<string> {
    const claims = { ...honest, ...answer.claims };
    const { algorithm = "RS256", isForeign = false } = answer;
    const header = { alg: algorithm, kid: "1" };
    if (algorithm === "none") return `${encode(header)}.${encode(claims)}.`;
    if (algorithm === "HS256") {
      const body = `${encode(header)}.${encode(claims)}`;
      return `${body}.${createHmac("sha256", clientSecret).update(body).digest("base64url")}`;
    }
    const { privateKey } = isForeign ? foreign : own;
    return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  }

  const server = await openTestServer(async (request, response, origin) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url === "/.well-known/openid-configuration")
      return send(200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/jwks`,
        id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
        token_endpoint_auth_methods_supported: ["client_secret_basic"],
        authorization_response_iss_parameter_supported: options.statesIssuer ?? true,
      });
    if (request.url === "/jwks") return send(200, { keys: [jwk] });
    if (request.url !== "/token") return send(404, {});
    exchanges += 1;
    if (answer.error !== undefined) return send(400, { error: answer.error });
    const tokens = { access_token: "x", token_type: "Bearer" };
    return send(
      200,
      answer.hasNoIdToken === true ? tokens : { ...tokens, id_token: await makeToken() },
    );
  });
  return {
    ...server,
    next(claims, wanted = {}) {
      honest = claims;
      answer = wanted;
    },
    get exchanges() {
      return exchanges;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
