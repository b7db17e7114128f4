import { createPublicKey } from "node:crypto";
import { isSignedBy } from "../access/token.ts";
import type { TokenParts } from "../access/token.ts";
import { isJsonObject } from "../document/dereference.ts";

/** Whether a token is signed by a JSON Web Key that somebody gives; false for what is no key. */
export function isSignedByKey(parts: TokenParts, jwk: unknown): boolean {
  if (!isJsonObject(jwk) || jwk["kty"] !== "EC") return false;
  try {
    return isSignedBy(parts, createPublicKey({ key: jwk, format: "jwk" }));
  } catch {
    return false;
  }
}
