import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-page";
import { needIn } from "../../platform/credentials/authorize.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import { selectLocks, updatePage, type StoredPage } from "./doc-page.store.ts";
import { findPage, lockEditable, lockVersion, type VersionPlace } from "./doc-visibility.ts";

/** How long a lock lasts without renewal. */
const leaseMs = 5 * 60_000;

export function isLocked({ lockExpiresAt }: Pick<StoredPage, "lockExpiresAt">, now: Date): boolean {
  return lockExpiresAt !== null && lockExpiresAt.getTime() > now.getTime();
}

/** @throws Problem PAGE_LOCKED if someone edits the page under a lock other than `lockId`. */
export function needLock(page: StoredPage, lockId: string | undefined, now: Date): void {
  if (!isLocked(page, now) || page.lockId === lockId?.toLowerCase()) return;
  throw pageLocked(page);
}

/** @throws Problem PAGE_LOCKED if someone edits one of the pages. */
export async function refuseLocked(
  { db, now }: ProjectContext,
  place: Place,
  ids: readonly string[],
): Promise<void> {
  const [lock] = await selectLocks(db, place, ids, now);
  if (lock !== undefined) throw pageLocked(lock);
}

export async function takeLock(
  { clock }: Pick<Platform, "clock">,
  context: ProjectContext,
  input: InputOf<typeof declared.lockDocPage>,
): Promise<OutputOf<typeof declared.lockDocPage>> {
  const version = await lockEditable(context, input);
  const place = { organizationId: version.organizationId, versionId: version.id };
  const page = await findPage(context, place, input.pageId);
  const { now, principal } = context;
  needLock(page, input.lockId, now);
  const isRenewed = isLocked(page, now);
  const lockId = (isRenewed ? page.lockId : null) ?? clock.newId();
  const lockExpiresAt = new Date(now.getTime() + leaseMs);
  await updatePage(context.db, place, page.id, {
    lockId,
    lockExpiresAt,
    ...(isRenewed ? {} : { lockedSince: now, lockedBy: principal.user?.id ?? null }),
  });
  // A lock is renewed every few minutes, so a renewal records no event.
  if (!isRenewed) context.emit("doc_page.locked", ofPage(page, input));
  return { lockId, expiresAt: lockExpiresAt.toISOString() };
}

export async function releaseLock(
  context: ProjectContext,
  input: InputOf<typeof declared.unlockDocPage>,
): Promise<void> {
  const version = await lockVersion(context, input);
  const place = { organizationId: version.organizationId, versionId: version.id };
  const page = await findPage(context, place, input.pageId);
  if (!isLocked(page, context.now)) return;
  const { force: isForced = false } = input;
  if (isForced) needIn(context.principal, context.projectId, "docs:publish");
  else needLock(page, input.lockId, context.now);
  await updatePage(context.db, place, page.id, {
    lockId: null,
    lockedBy: null,
    lockedSince: null,
    lockExpiresAt: null,
  });
  const { subject, data } = ofPage(page, input);
  context.emit("doc_page.unlocked", { subject, data: { ...data, isForced } });
}

export function pageLocked({
  title,
  lockedByName,
  lockedSince,
}: Pick<StoredPage, "title" | "lockedByName" | "lockedSince">): Problem {
  const who = lockedByName ?? "Someone";
  return new Problem("PAGE_LOCKED", `${who} edits ${title} at this moment.`, {
    lockedBy: lockedByName,
    lockedSince: lockedSince?.toISOString() ?? null,
  });
}

/** The data of every event of a page. */
export const ofPage = (
  { id, title: name }: { readonly id: string; readonly title: string },
  { docId, versionId }: VersionPlace,
) => ({ subject: { type: "docPage", id, name } as const, data: { docId, versionId } });
