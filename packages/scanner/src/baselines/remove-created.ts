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
  sessions: Pick<Sessions, "send">,
): Promise<void> {
  for (const { number, state, path, identity } of ledger.entries.toReversed()) {
    if (state !== "created" && state !== "pending") continue;
    const isGone = path !== null && (await remove(sessions, path, identity));
    await ledger.set(number, { state: isGone ? "removed" : "left" });
  }
}

async function remove(
  sessions: Pick<Sessions, "send">,
  path: string,
  identity: string,
): Promise<boolean> {
  const { status } = await sessions.send(deleteRequest(path), identity);
  return (status >= 200 && status < 300) || status === 404 || status === 410;
}

export const deleteRequest = (path: string): RequestDraft => ({
  method: "DELETE",
  path,
  query: [],
  headers: [],
  body: null,
});
