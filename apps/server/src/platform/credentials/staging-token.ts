import { expandToolsets } from "@lintel/contract/words/toolsets";
import { Problem } from "../problem.ts";
import type { CredentialKind } from "./credential-kind.ts";
import { stagingPrefix } from "./secret-format.ts";
import { writeUseIn } from "./credential-use.ts";
import { resolveStoredKey, type StoredKey } from "./stored-key.ts";

const initialToolsets = expandToolsets(["core"]);

/** A short-lived token that a key with full access made for an agent. */
export const stagingToken: CredentialKind = {
  prefix: stagingPrefix,
  isOfPerson: false,
  // Until there is an authorization server there is nowhere to send a caller (RFC 6750 §3).
  challenge: "Bearer",
  checkTransport(isAgent) {
    if (isAgent) return;
    throw new Problem("API_KEY_INVALID", "A staging token opens the tool server alone; use a key.");
  },
  resolve: (db, digest, now) =>
    resolveStoredKey(db, digest, now, (row) => {
      checkMinter(row, now);
      return { mayMint: false, initialToolsets };
    }),
  writeUse: writeUseIn("apiKey"),
};

/**
 * A staging token ends with the key that minted it, and with that key's full access. One that a
 * session minted ends with the membership.
 */
function checkMinter(row: StoredKey, now: Date): void {
  if (row.mintedBy === null) return;
  if (row.minterAccess !== "full" || row.minterRevokedAt !== null)
    throw new Problem("API_KEY_REVOKED", "The key that minted this token is no longer good.");
  if (row.minterExpiresAt !== null && row.minterExpiresAt <= now)
    throw new Problem("API_KEY_EXPIRED", "The key that minted this token has expired.");
}
