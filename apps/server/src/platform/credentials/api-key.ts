import { toolsetSlugs } from "@lintel/contract/words/toolsets";
import type { CredentialKind } from "./credential-kind.ts";
import { keyPrefix } from "./secret-format.ts";
import { writeUseIn } from "./credential-use.ts";
import { resolveStoredKey } from "./stored-key.ts";

const initialToolsets = new Set(toolsetSlugs);

/** A key that a member makes, for programs and agents. */
export const apiKey: CredentialKind = {
  prefix: keyPrefix,
  isOfPerson: false,
  challenge: 'ApiKey realm="lintel", header="X-API-Key"',
  checkTransport: () => {},
  resolve: (db, digest, now) =>
    resolveStoredKey(db, digest, now, ({ access }) => ({
      mayMint: access === "full",
      initialToolsets,
    })),
  writeUse: writeUseIn("apiKey"),
};
