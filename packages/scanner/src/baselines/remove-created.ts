import type { Sessions } from "../identities/sessions.ts";
import type { RequestDraft } from "../traffic/exchange.types.ts";
import type { Ledger } from "./ledger.ts";

/**
 * Deletes what a ledger lists and what is not removed yet, the newest first. What cannot be deleted,
 * or has no known address, is `left`.
 *
 * @throws ScanEnd
 */
export async function removeCreated(
  ledger: Ledger,
  sessions: Pick<Sessions, "send" | "identities">,
): Promise<void> {
  for (const { number, state, path, identity } of ledger.entries.toReversed()) {
    if (state !== "created" && state !== "pending") continue;
    const isGone = path !== null && (await remove(sessions, path, identity));
    await ledger.set(number, { state: isGone ? "removed" : "left" });
  }
}

/**
 * Asks who made it first, and then the others, because it may lie in the account of another identity.
 * A 404 says that it is gone only to who made it.
 */
async function remove(
  { send, identities }: Pick<Sessions, "send" | "identities">,
  path: string,
  maker: string,
): Promise<boolean> {
  const names = identities.map(({ name }) => name);
  const ordered = names.toSorted((left, right) => Number(right === maker) - Number(left === maker));
  let isGone = false;
  for (const name of ordered) {
    const { status } = await send(deleteRequest(path), name);
    if (status >= 200 && status < 300) return true;
    isGone ||= name === maker && (status === 404 || status === 410);
  }
  return isGone;
}

export const deleteRequest = (path: string): RequestDraft => ({
  method: "DELETE",
  path,
  query: [],
  headers: [],
  body: null,
});
