import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { notePresence } from "@lintel/contract/operations/presence";
import { presenceEndsMs } from "@lintel/contract/words/presence";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { selectPresent, upsertPresence } from "./presence.store.ts";

/** A caller who is no person sees who is there, and is not there. */
export async function noteAndList(
  { db, organizationId, projectId, principal, now }: ProjectContext,
  { tabId, placeType, placeId }: InputOf<typeof notePresence>,
): Promise<OutputOf<typeof notePresence>> {
  const userId = principal.user?.id ?? null;
  const place = `${placeType}:${placeId.toLowerCase()}`;
  const since = new Date(now.getTime() - presenceEndsMs);
  if (userId !== null && principal.sessionId !== null)
    await upsertPresence(db, { organizationId, tabId, projectId, place, userId, seenAt: now });
  const people = await selectPresent(db, { organizationId, projectId, place, userId, since });
  return { people };
}
