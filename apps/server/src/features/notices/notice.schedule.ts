import { composeNoticeMail } from "../../domain/notices/notice-mail.ts";
import type { NoticePlatform } from "../../domain/notices/give-notices.ts";
import { noticesLink } from "../../domain/notices/notices-link.ts";
import { unsubscribeLink } from "../../domain/notices/unsubscribe-link.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { Schedule } from "../../platform/jobs/schedules.ts";
import { deleteOldNotices, selectDigestReaders, takeDigest } from "./notice.store.ts";

const peopleAtOnce = 100;
/** Notices that one digest names; of the others it gives the number. */
const maxNamed = 50;
const keptMs = 90 * 86_400_000;
const batchSize = 1000;

/** Mails what waits, one message a person and organization, in the morning. */
export function digests(platform: NoticePlatform): Schedule {
  return {
    name: "notice_digest",
    cron: "17 6 * * *",
    timeZone: "UTC",
    async run(db, signal) {
      for (;;) {
        const readers = await selectDigestReaders(db, peopleAtOnce);
        for (const { email, ...person } of readers) {
          if (signal.aborted) return;
          // The mail is enqueued with what is taken: a crash neither loses it nor sends it twice.
          await inTransaction(db, async (trx) => {
            const notices = await takeDigest(trx, person);
            if (notices.length === 0) return;
            const link = unsubscribeLink(platform, { ...person, kind: "all" });
            const page = await noticesLink(platform, trx, person.organizationId, null);
            const subject =
              notices.length === 1 ? "1 notice of Lintel" : `${notices.length} notices of Lintel`;
            const named = notices
              .sort((left, right) => left.createdAt.getTime() - right.createdAt.getTime())
              .slice(-maxNamed);
            await platform.mailer.send(
              trx,
              composeNoticeMail({ to: email, subject, notices: named, page, link }),
            );
          });
        }
        if (readers.length < peopleAtOnce) return;
      }
    },
  };
}

/** Deletes notices after 90 days. */
export function noticeRetention({ clock }: Pick<NoticePlatform, "clock">): Schedule {
  return {
    name: "notice_retention",
    cron: "47 4 * * *",
    timeZone: "UTC",
    async run(db, signal) {
      const before = new Date(clock.now().getTime() - keptMs);
      while (!signal.aborted && (await deleteOldNotices(db, before, batchSize)) === batchSize);
    },
  };
}
