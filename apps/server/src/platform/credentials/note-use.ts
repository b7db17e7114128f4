import type { Database } from "../database/open-database.ts";
import type { CredentialKind, ResolvedCredential } from "./credential-kind.ts";

/** `lastUsedAt` is written at most this often. */
const lastUsedIntervalMs = 60_000;

/** Writes that a credential was used, where that was not done in the last minute. */
export async function noteUse(
  database: () => Promise<Database>,
  kind: CredentialKind,
  used: ResolvedCredential,
  now: Date,
): Promise<void> {
  const { lastUsedAt } = used;
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < lastUsedIntervalMs) return;
  // Before the write: calls that come meanwhile need not write as well.
  used.lastUsedAt = now;
  await kind.writeUse(await database(), used, now, new Date(now.getTime() - lastUsedIntervalMs));
}
