import { generateKeyPairSync, randomUUID, sign, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { isJsonObject } from "../document/dereference.ts";
import type { JsonObject } from "../document/dereference.ts";

/** The claims of a token. `sub` is `customer:<id>` or `client:<id>`; times are Unix seconds. */
export interface TokenClaims {
  sub: string;
  scope: string;
  iat: number;
  exp: number;
}

/** The keys of one running shop. They are new at every start, which invalidates old tokens. */
export interface TokenKeys {
  id: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** A token taken apart, without a check of anything. */
export interface TokenParts {
  header: JsonObject;
  payload: JsonObject;
  /** What the signature is made over. */
  content: string;
  signature: string;
}

const algorithm = "ES256";

export function createTokenKeys(): TokenKeys {
  return { id: randomUUID(), ...generateKeyPairSync("ec", { namedCurve: "P-256" }) };
}

/** The public key as a JSON Web Key (RFC 7517). */
export function describeKey({ id, publicKey }: TokenKeys): JsonObject {
  return { ...publicKey.export({ format: "jwk" }), kid: id, alg: algorithm, use: "sig" };
}

/** A JWT signed with ECDSA on P-256 (RFC 7519, RFC 7518 §3.4). */
export function signToken(payload: JsonObject, { id, privateKey }: TokenKeys): string {
  const content = encodeContent({ alg: algorithm, typ: "JWT", kid: id }, payload);
  const key = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
  return `${content}.${sign("sha256", Buffer.from(content), key).toString("base64url")}`;
}

/** Whether this shop has signed a token. */
export const verifyToken = (parts: TokenParts, { publicKey }: TokenKeys): boolean =>
  // The shop determines the algorithm, never the token: RFC 8725 §3.1.
  parts.header["alg"] === algorithm && isSignedBy(parts, publicKey);

/** Whether a token has an end, and has not reached it. */
export function isCurrent({ exp }: JsonObject, now: Date): boolean {
  return typeof exp === "number" && exp > now.getTime() / 1000;
}

export function isSignedBy({ content, signature }: TokenParts, publicKey: KeyObject): boolean {
  const key = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  return verify("sha256", Buffer.from(content), key, Buffer.from(signature, "base64url"));
}

export function encodeContent(header: object, payload: object): string {
  return [header, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
}

export function splitToken(token: string): TokenParts | null {
  const [head = "", body = "", signature = "", ...rest] = token.split(".");
  const [header, payload] = [decodeSegment(head), decodeSegment(body)];
  if (!isJsonObject(header) || !isJsonObject(payload) || rest.length > 0) return null;
  return { header, payload, content: `${head}.${body}`, signature };
}

export function readClaims({ sub, scope, iat, exp }: JsonObject): TokenClaims | null {
  if (typeof sub !== "string") return null;
  return {
    sub,
    scope: typeof scope === "string" ? scope : "",
    iat: typeof iat === "number" ? iat : 0,
    exp: typeof exp === "number" ? exp : 0,
  };
}

function decodeSegment(segment: string): unknown {
  try {
    return JSON.parse(Buffer.from(segment, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
