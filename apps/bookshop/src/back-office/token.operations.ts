import type { IncomingHttpHeaders } from "node:http";
import { isSameSecret } from "../access/password.ts";
import { operation } from "../http/operation.ts";
import type { Answer, Handlers } from "../http/operation.ts";
import type { Shop } from "../http/shop.ts";
import type { OauthClient } from "../store/records.ts";
import type { Store } from "../store/store.ts";

const tokenLifeSeconds = 900;

interface ClientSecret {
  id: string;
  secret: string;
}

/** The client credentials grant (RFC 6749 §4.4). */
export function tokenHandlers(shop: Shop): Handlers {
  return {
    issueToken: operation<{ body: URLSearchParams | undefined }>(({ body, headers }) =>
      issueToken(shop, body ?? new URLSearchParams(), headers),
    ),
  };
}

function issueToken(shop: Shop, form: URLSearchParams, headers: IncomingHttpHeaders): Answer {
  const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1);
  if (repeated) return refuse("invalid_request", `${repeated} appears twice.`);
  const grant = form.get("grant_type");
  if (!grant) return refuse("invalid_request", "grant_type is missing.");
  const basic = headers.authorization;
  const isInForm = form.has("client_secret");
  if (basic !== undefined && isInForm) {
    // RFC 6749 §2.3: one authentication method per request.
    return refuse("invalid_request", "Name the client in the header or in the form, not in both.");
  }
  const client = findClient(shop.store, basic === undefined ? readForm(form) : readBasic(basic));
  if (!client) return refuse("invalid_client", "The client is unknown or its secret is wrong.");
  if (grant !== "client_credentials") {
    return refuse("unsupported_grant_type", "Only client_credentials is supported.");
  }
  const scope = form.get("scope") || client.scopes.join(" ");
  if (!scope.split(" ").every((one) => client.scopes.includes(one))) {
    return refuse("invalid_scope", `The client may have ${client.scopes.join(" ")}.`);
  }
  return answerToken(shop, client, scope);
}

function answerToken(shop: Shop, client: OauthClient, scope: string): Answer {
  const iat = Math.floor(shop.readNow().getTime() / 1000);
  const claims = { sub: `client:${client.id}`, scope, iat, exp: iat + tokenLifeSeconds };
  return {
    status: 200,
    // RFC 6749 §5.1: caches must not store this response.
    headers: { "cache-control": "no-store" },
    body: {
      access_token: shop.seams.signToken(shop.seams.writeClaims(claims, null), shop.tokenKeys),
      token_type: "Bearer",
      expires_in: tokenLifeSeconds,
      scope,
    },
  };
}

/** An error in the form of RFC 6749 §5.2. */
function refuse(error: string, description: string): Answer {
  const body = { error, error_description: description };
  return error === "invalid_client"
    ? { status: 401, headers: { "www-authenticate": 'Basic realm="bookshop"' }, body }
    : { status: 400, body };
}

function findClient(store: Store, given: ClientSecret | null): OauthClient | null {
  const client = given && store.oauthClients.get(given.id);
  return client && isSameSecret(given.secret, client.secret) ? client : null;
}

function readForm(form: URLSearchParams): ClientSecret {
  return { id: form.get("client_id") ?? "", secret: form.get("client_secret") ?? "" };
}

/** Both halves are form-encoded before they are joined (RFC 6749 §2.3.1). */
function readBasic(header: string): ClientSecret | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header)?.[1];
  if (!encoded) return null;
  const [id = "", ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const [decodedId = "", secret = ""] = [id, rest.join(":")].map(decodeFormValue);
  return { id: decodedId, secret };
}

function decodeFormValue(value: string): string {
  return new URLSearchParams(`v=${value.replaceAll("&", "%26")}`).get("v") ?? "";
}
