import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type * as declared from "@lintel/contract/operations/doc-page";
import { needIn } from "../../platform/credentials/authorize.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import { selectLocks, updatePage, type StoredPage } from "./doc-page.store.ts";
import { findPage, lockEditable, lockVersion, type VersionPlace } from "./doc-sight.ts";

/** How long a lock holds that nobody renews. */
const leaseMs = 5 * 60_000;

export function isLocked({ lockExpiresAt }: Pick<StoredPage, "lockExpiresAt">, now: Date): boolean {
  return lockExpiresAt !== null && lockExpiresAt.getTime() > now.getTime();
}

/** @throws Problem PAGE_LOCKED where someone edits the page and `lockId` is not that lock's. */
export function needLock(page: StoredPage, lockId: string | undefined, now: Date): void {
  if (!isLocked(page, now) || page.lockId === lockId?.toLowerCase()) return;
  throw pageLocked(page);
}

/** @throws Problem PAGE_LOCKED where someone edits one of the pages. */
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
  note(context, page, input);
  // Renewed every few minutes: no act of its own.
  if (isRenewed) context.note({ isUnchanged: true });
  return { lockId, expiresAt: lockExpiresAt.toISOString() };
}

export async function releaseLock(
  context: ProjectContext,
  input: InputOf<typeof declared.unlockDocPage>,
): Promise<void> {
  const version = await lockVersion(context, input);
  const place = { organizationId: version.organizationId, versionId: version.id };
  const page = await findPage(context, place, input.pageId);
  note(context, page, input, { isForced: input.force ?? false });
  if (!isLocked(page, context.now)) {
    context.note({ isUnchanged: true });
    return;
  }
  if (input.force === true) needIn(context.principal, context.projectId, "docs:publish");
  else needLock(page, input.lockId, context.now);
  await updatePage(context.db, place, page.id, {
    lockId: null,
    lockedBy: null,
    lockedSince: null,
    lockExpiresAt: null,
  });
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

function note(
  context: ProjectContext,
  page: StoredPage,
  { docId, versionId }: VersionPlace,
  details: Record<string, unknown> = {},
): void {
  context.note({
    target: { type: "docPage", id: page.id, name: page.title },
    details: { projectId: context.projectId, docId, versionId, ...details },
  });
}
