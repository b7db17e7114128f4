import { createHmac } from "node:crypto";
import { isSameSecret } from "./password.ts";

/** The claims of a token. `sub` is `customer:<id>` or `client:<id>`; times are Unix seconds. */
export interface TokenClaims {
  sub: string;
  scope: string;
  iat: number;
  exp: number;
}

const header = { alg: "HS256", typ: "JWT" };

/** A JWT signed with HMAC SHA-256 (RFC 7519, RFC 7518 §3.2). */
export function signToken(claims: TokenClaims, key: Buffer): string {
  const content = `${encodeSegment(header)}.${encodeSegment(claims)}`;
  return `${content}.${computeSignature(content, key)}`;
}

/** The claims of a token that this shop signed and that has not expired, else null. */
export function readSignedToken(token: string, key: Buffer, now: Date): TokenClaims | null {
  const [head, payload, signature, ...rest] = token.split(".");
  if (!head || !payload || !signature || rest.length > 0) return null;
  // The shop determines the algorithm, never the token: RFC 8725 §3.1.
  const tokenHeader = decodeSegment(head);
  if (!isRecord(tokenHeader) || tokenHeader["alg"] !== header.alg) return null;
  if (!isSameSecret(signature, computeSignature(`${head}.${payload}`, key))) return null;
  const claims = decodeClaims(payload);
  return claims && claims.exp > now.getTime() / 1000 ? claims : null;
}

/** The claims in the second segment of a token, without a check of its signature. */
export function decodeClaims(payload: string): TokenClaims | null {
  const claims = decodeSegment(payload);
  if (!isRecord(claims) || typeof claims["sub"] !== "string") return null;
  const { sub, scope, iat, exp } = claims;
  return {
    sub,
    scope: typeof scope === "string" ? scope : "",
    iat: typeof iat === "number" ? iat : 0,
    exp: typeof exp === "number" ? exp : 0,
  };
}

function computeSignature(content: string, key: Buffer): string {
  return createHmac("sha256", key).update(content).digest("base64url");
}

function encodeSegment(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decodeSegment(segment: string): unknown {
  try {
    return JSON.parse(Buffer.from(segment, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
