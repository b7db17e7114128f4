import { createHmac } from "node:crypto";
import { encodeContent } from "../access/token.ts";
import type { TokenParts } from "../access/token.ts";
import type { JsonObject } from "../document/dereference.ts";

// Tokens that are signed with a shared secret (RFC 7518 §3.2), as some weaknesses accept them.

const sign = (content: string, secret: string): string =>
  createHmac("sha256", secret).update(content).digest("base64url");

export function signWithSecret(payload: JsonObject, secret: string): string {
  const content = encodeContent({ alg: "HS256", typ: "JWT" }, payload);
  return `${content}.${sign(content, secret)}`;
}

export const isSignedWith = ({ header, content, signature }: TokenParts, secret: string): boolean =>
  header["alg"] === "HS256" && sign(content, secret) === signature;
