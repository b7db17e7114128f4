import type { CredentialKind } from "./credential-kind.ts";

/**
 * Writes the last use of a credential into its row. Two nodes may both find the write due: the
 * condition lets one of them write.
 */
export function writeUseIn(
  table: "apiKey" | "oauthGrant" | "scimToken",
): CredentialKind["writeUse"] {
  return async (db, { principal: { organizationId, credentialId } }, now, since) => {
    await db
      // The three tables have these columns in common.
      .updateTable(table as "apiKey")
      .set({ lastUsedAt: now })
      .where("organizationId", "=", organizationId)
      .where("id", "=", credentialId)
      .where((eb) => eb.or([eb("lastUsedAt", "is", null), eb("lastUsedAt", "<=", since)]))
      .execute();
  };
}
