import { toolsetSlugs } from "@lintel/contract/toolsets";
import type { CredentialKind } from "./credential-kind.ts";
import { keyPrefix } from "./secret-format.ts";
import { readKey, toPrincipal, writeKeyUse } from "./stored-key.ts";

const initialToolsets = new Set(toolsetSlugs);

/** A key that a member makes, for programs and agents. */
export const apiKey: CredentialKind = {
  prefix: keyPrefix,
  challenge: 'ApiKey realm="lintel", header="X-API-Key"',
  checkTransport: () => null,
  async resolve(db, digest, now) {
    const row = await readKey(db, digest, now);
    if (row === null) return null;
    const { expiresAt, lastUsedAt } = row;
    const principal = toPrincipal(row, { mayMint: row.access === "full", initialToolsets });
    return { principal, proof: row, expiresAt, lastUsedAt };
  },
  writeUse: writeKeyUse,
};
