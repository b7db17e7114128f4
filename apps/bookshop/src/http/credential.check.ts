import type { IncomingHttpHeaders } from "node:http";
import { isSameSecret } from "../access/password.ts";
import { readClaims, splitToken } from "../access/token.ts";
import type { TokenClaims } from "../access/token.ts";
import type { Operation } from "../document/api-document.ts";
import type { Caller } from "../seams/seams.ts";
import { BookshopProblem } from "./problem.ts";
import type { Shop } from "./shop.ts";

/**
 * Returns the caller if the operation is allowed. The document's security requirements decide, and
 * for operations of administrators a rule of the shop.
 * @throws BookshopProblem CREDENTIAL_MISSING, CREDENTIAL_INVALID, FORBIDDEN or INSUFFICIENT_SCOPE
 */
export async function admitCaller(
  headers: IncomingHttpHeaders,
  operation: Operation,
  shop: Shop,
): Promise<Caller> {
  const { security } = operation;
  const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0);
  if (isOpen) return { kind: "anonymous" };
  const caller = await identifyCaller(headers, operation, shop);
  const isForAdmins = security.some((requirement) => "adminKey" in requirement);
  if (isForAdmins) {
    const verdict = shop.seams.decideAdminAccess(caller);
    if (verdict === "granted") return caller;
    throw verdict === "refused" ? refuseKind() : refuseUnknown(headers);
  }
  if (caller.kind === "anonymous") throw refuseUnknown(headers);
  if (caller.kind === "customer" && security.some((one) => "customerToken" in one)) return caller;
  const scopes = security.find((one) => "catalogueClient" in one)?.["catalogueClient"];
  if (caller.kind !== "client" || !scopes) throw refuseKind();
  assertScopes(caller.scopes, scopes, shop);
  return caller;
}

async function identifyCaller(
  headers: IncomingHttpHeaders,
  operation: Operation,
  shop: Shop,
): Promise<Caller> {
  const key = headers["x-admin-key"];
  if (typeof key === "string" && isSameSecret(key, shop.store.adminKey)) return { kind: "admin" };
  const token =
    /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? readCookie(headers, operation);
  const claims = token && (await readToken(token, shop));
  if (!claims) return { kind: "anonymous" };
  const [kind, id = ""] = claims.sub.split(":");
  if (kind === "client") return { kind, clientId: id, scopes: claims.scope.split(" ") };
  const customer = kind === "customer" ? shop.store.customers.rows.get(Number(id)) : undefined;
  return customer ? { kind: "customer", customer } : { kind: "anonymous" };
}

/** The token in the cookie, where the document accepts it: only reads do. */
function readCookie({ cookie = "" }: IncomingHttpHeaders, { security }: Operation) {
  const isAccepted = security.some((requirement) => "customerSession" in requirement);
  return isAccepted ? /(?:^|;\s*)session=([^;\s]+)/.exec(cookie)?.[1] : undefined;
}

/** The claims of a token that the shop signed and that is valid now, else null. */
async function readToken(
  token: string,
  { seams, tokenKeys, readNow }: Shop,
): Promise<TokenClaims | null> {
  const parts = splitToken(token);
  if (!parts || !(await seams.verifyToken(parts, tokenKeys))) return null;
  return seams.isCurrent(parts.payload, readNow()) ? readClaims(parts.payload) : null;
}

/** The challenge of RFC 6750 §3: it has an error only if a credential was sent. */
function refuseUnknown(headers: IncomingHttpHeaders): BookshopProblem {
  const isSent = headers.authorization !== undefined || headers["x-admin-key"] !== undefined;
  const challenge = 'Bearer realm="bookshop"';
  return isSent
    ? new BookshopProblem("CREDENTIAL_INVALID", "It is wrong, or has expired.", {
        headers: { "www-authenticate": `${challenge}, error="invalid_token"` },
      })
    : new BookshopProblem("CREDENTIAL_MISSING", "The request has no credential.", {
        headers: { "www-authenticate": challenge },
      });
}

function refuseKind(): BookshopProblem {
  return new BookshopProblem("FORBIDDEN", "This operation is not open to callers of this kind.");
}

function assertScopes(held: readonly string[], required: readonly string[], { seams }: Shop): void {
  if (seams.hasScopes(held, required)) return;
  const missing = required.filter((scope) => !held.includes(scope));
  throw new BookshopProblem("INSUFFICIENT_SCOPE", `The token lacks ${missing.join(", ")}.`, {
    members: { requiredScopes: required },
    headers: {
      "www-authenticate": `Bearer realm="bookshop", error="insufficient_scope", scope="${required.join(" ")}"`,
    },
  });
}
