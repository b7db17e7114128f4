import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  getNoticePreferences,
  listNotices,
  markNoticesRead,
  Notice,
  NoticePreference,
  unsubscribeFromNotices,
  updateNoticePreferences,
} from "@lintel/contract/operations/notice";
import { defaultChannels, noticeKinds } from "@lintel/contract/words/notices";
import { readUnsubscribed } from "../../domain/notices/unsubscribe-link.ts";
import { callerOf } from "../../domain/people/caller.ts";
import { selectMember } from "../../domain/people/notified-members.ts";
import type { Database } from "../../platform/database/open-database.ts";
import type { CallContext, OrganizationContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readPaging } from "../../platform/paging.ts";
import { Problem } from "../../platform/problem.ts";
import {
  countUnread,
  markRead,
  selectNotices,
  selectPreferences,
  storePreference,
  type Reader,
  type StoredNotice,
} from "./notice.store.ts";

export async function listOwn(
  context: OrganizationContext,
  input: InputOf<typeof listNotices>,
): Promise<OutputOf<typeof listNotices>> {
  const reader = readerOf(context);
  const page = await selectNotices(context.db, reader, input, readPaging(input));
  const unreadCount = await countUnread(context.db, reader);
  return { ...page, items: page.items.map(toNotice), unreadCount };
}

export async function markOwnRead(
  context: OrganizationContext,
  { ids }: InputOf<typeof markNoticesRead>,
): Promise<OutputOf<typeof markNoticesRead>> {
  const reader = readerOf(context);
  const notices = await markRead(context.db, reader, ids, context.now);
  if (notices > 0)
    context.emit("notices.read", {
      projectId: null,
      subject: personOf(context),
      data: { notices },
    });
  return { unreadCount: await countUnread(context.db, reader) };
}

export async function readOwnPreferences(
  { mailer }: Pick<Platform, "mailer">,
  context: OrganizationContext,
): Promise<OutputOf<typeof getNoticePreferences>> {
  const { organizationId, userId } = readerOf(context);
  const preferences = await readPreferences(context.db, { organizationId, userId });
  return { preferences, isMailConfigured: mailer.isConfigured };
}

export async function changeOwnPreferences(
  platform: Pick<Platform, "mailer">,
  context: OrganizationContext,
  { preferences }: InputOf<typeof updateNoticePreferences>,
): Promise<OutputOf<typeof getNoticePreferences>> {
  const { organizationId, userId } = readerOf(context);
  for (const preference of preferences)
    await storePreference(context.db, { organizationId, userId, ...preference });
  const kinds = [...new Set(preferences.map(({ kind }) => kind))];
  context.emit("notice_preferences.updated", { subject: personOf(context), data: { kinds } });
  return readOwnPreferences(platform, context);
}

/** @throws Problem CODE_INVALID for a link that this server did not make. */
export async function unsubscribe(
  { keys }: Pick<Platform, "keys">,
  context: CallContext,
  { token }: InputOf<typeof unsubscribeFromNotices>,
): Promise<OutputOf<typeof unsubscribeFromNotices>> {
  const read = readUnsubscribed(keys, token);
  if (read === null) throw new Problem("CODE_INVALID");
  const { organizationId, userId, kind } = read;
  const member = await selectMember(context.db, organizationId, userId);
  // Who left gets no more mail; that is what the link is for.
  if (member === undefined) return { kinds: [] };
  const present = await readPreferences(context.db, { organizationId, userId });
  const ended = present.filter((one) =>
    kind === "all" ? one.mail === "digest" : one.kind === kind && one.mail !== "off",
  );
  for (const one of ended)
    await storePreference(context.db, { organizationId, userId, ...one, mail: "off" });
  const kinds = ended.map((one) => one.kind);
  if (kinds.length > 0)
    context.emit("notice_preferences.updated", {
      organizationId,
      subject: { type: "user", id: userId, name: member.email },
      actor: { type: "user", id: userId, name: member.email, keyId: null },
      data: { kinds },
    });
  return { kinds };
}

async function readPreferences(
  db: Database,
  person: Pick<Reader, "organizationId" | "userId">,
): Promise<NoticePreference[]> {
  const chosen = new Map(
    (await selectPreferences(db, person)).map(({ kind, inApp, mail }) => [kind, { inApp, mail }]),
  );
  return noticeKinds.map((kind) => ({ kind, ...(chosen.get(kind) ?? defaultChannels[kind]) }));
}

function readerOf({ principal, organizationId }: OrganizationContext): Reader {
  const { id: userId } = callerOf(principal);
  return { organizationId, userId, projects: principal.visibleProjects(null) };
}

function personOf({ principal }: OrganizationContext) {
  const { id, email } = callerOf(principal);
  return { type: "user", id, name: email } as const;
}

function toNotice(row: StoredNotice): Notice {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    text: row.text,
    eventType: row.eventType,
    subject: { type: row.subjectType, id: row.subjectId },
    projectId: row.projectId,
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  };
}
