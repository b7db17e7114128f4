import { createHmac } from "node:crypto";
import { isObject } from "@lintel/json/value";
import type { Credential } from "../traffic/exchange.types.ts";
import { headerOf } from "../traffic/header-of.ts";

/** A token in three parts, with its header and claims as JSON (RFC 7519 §3). */
export interface Token {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly parts: readonly [header: string, claims: string, signature: string];
}

/** The bearer token of a credential; empty without one. */
export const readBearer = ({ headers }: Credential): string =>
  headerOf(headers, "authorization")?.replace(/^bearer /i, "") ?? "";

/** Null for a text that is no JSON Web Token. */
export function parseToken(text: string): Token | null {
  const [header = "", claims = "", signature = "", ...more] = text.split(".");
  const [head, body] = [decodePart(header), decodePart(claims)];
  if (more.length > 0 || head === null || body === null) return null;
  return { header: head, claims: body, parts: [header, claims, signature] };
}

function decodePart(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export const encodePart = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

/** Seconds between the issue and the end of a token; null for one without these claims. */
export function readLifetime(token: Token | null): number | null {
  const { iat, exp } = token?.claims ?? {};
  return typeof iat === "number" && typeof exp === "number" ? exp - iat : null;
}

/** A token with a signature; `sign` gets what is signed and returns the signature as base64url. */
export function writeToken(
  header: object,
  claims: object,
  sign: (input: string) => string,
): string {
  const input = `${encodePart(header)}.${encodePart(claims)}`;
  return `${input}.${sign(input)}`;
}

const hashes: Readonly<Record<string, string>> = {
  HS256: "sha256",
  HS384: "sha384",
  HS512: "sha512",
};

/** The hash of an HMAC algorithm (RFC 7518 §3.2); undefined for other algorithms. */
export const hashOf = (algorithm: unknown): string | undefined => hashes[String(algorithm)];

export const signHmac = (hash: string, secret: string | Buffer, input: string): string =>
  createHmac(hash, secret).update(input).digest("base64url");
