import type { Insertable } from "kysely";
import {
  defaultChannels,
  type NoticeChannels,
  type NoticeKind,
} from "@lintel/contract/words/notices";
import type { Database } from "../../platform/database/open-database.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { composeNoticeMail } from "./notice-mail.ts";
import type { NoticeRow } from "./notice.tables.ts";
import { noticesLink } from "./notices-link.ts";
import { unsubscribeLink } from "./unsubscribe-link.ts";

export type NoticePlatform = Pick<
  Platform,
  "clock" | "keys" | "mailer" | "publicOrigin" | "region" | "webAppOrigin"
>;

/** What people are to know. */
export interface NewNotice {
  readonly organizationId: string;
  /** A person gets one notice of a cause, such as the number of an event. */
  readonly cause: string;
  readonly kind: NoticeKind;
  readonly eventType: string;
  readonly subject: { readonly type: string; readonly id: string };
  readonly projectId: string | null;
  readonly title: string;
}

export interface Recipient {
  readonly userId: string;
  readonly email: string;
  /** What the person reads below the title. */
  readonly text: string;
}

const maxTitle = 200;
const maxText = 4000;

/**
 * Gives a notice to people by the channels that they chose: in the list, by mail at once, or for the
 * next digest. Gives back those who were given it now or before; the others chose no channel.
 */
export async function giveNotices(
  platform: NoticePlatform,
  trx: Database,
  notice: NewNotice,
  recipients: readonly Recipient[],
): Promise<Recipient[]> {
  if (recipients.length === 0) return [];
  const channels = await readChannels(trx, notice, recipients);
  const reached = recipients.flatMap((recipient) => {
    const { inApp, mail } = channels.get(recipient.userId) ?? defaultChannels[notice.kind];
    const chosen = platform.mailer.isConfigured ? mail : "off";
    return inApp || chosen !== "off" ? [{ recipient, inApp, mail: chosen }] : [];
  });
  if (reached.length === 0) return [];
  const now = platform.clock.now();
  const rows = reached.map(({ recipient, inApp, mail }) => ({
    ...toRow(notice, recipient, now),
    id: platform.clock.newId(),
    isShown: inApp,
    waitsForDigest: mail === "digest",
  }));
  const added = await insertNotices(trx, rows);
  for (const [at, { recipient, inApp, mail }] of reached.entries()) {
    if (mail !== "atOnce" || !added.has(recipient.userId)) continue;
    const shownId = inApp ? (rows[at]?.id ?? null) : null;
    const page = await noticesLink(platform, trx, notice.organizationId, shownId);
    await platform.mailer.send(trx, writeMail(platform, notice, recipient, page));
  }
  return reached.map(({ recipient }) => recipient);
}

function toRow(
  { subject, title, ...notice }: NewNotice,
  { userId, text }: Recipient,
  createdAt: Date,
) {
  return {
    ...notice,
    userId,
    title: title.slice(0, maxTitle),
    text: text.slice(0, maxText),
    subjectType: subject.type,
    subjectId: subject.id,
    createdAt,
  };
}

function writeMail(
  platform: NoticePlatform,
  { organizationId, kind, title }: NewNotice,
  { userId, email, text }: Recipient,
  page: string | null,
) {
  const link = unsubscribeLink(platform, { organizationId, userId, kind });
  return composeNoticeMail({ to: email, notices: [{ title, text }], subject: title, page, link });
}

async function readChannels(
  db: Database,
  { organizationId, kind }: NewNotice,
  recipients: readonly Recipient[],
): Promise<Map<string, NoticeChannels>> {
  const userIds = recipients.map(({ userId }) => userId);
  const rows = await db
    .selectFrom("noticePreference")
    .select(["userId", "inApp", "mail"])
    .where("organizationId", "=", organizationId)
    .where("kind", "=", kind)
    .where("userId", "in", userIds)
    .execute();
  return new Map(rows.map(({ userId, ...channels }) => [userId, channels]));
}

/** Gives the people who had no notice of the cause yet. */
async function insertNotices(
  db: Database,
  rows: readonly Insertable<NoticeRow>[],
): Promise<Set<string>> {
  const added = await db
    .insertInto("notice")
    .values([...rows])
    .onConflict((conflict) => conflict.columns(["organizationId", "userId", "cause"]).doNothing())
    .returning("userId")
    .execute();
  return new Set(added.map(({ userId }) => userId));
}
