import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import type { Sealer } from "../crypto/seal.ts";
import type { Database } from "../database/open-database.ts";
import type { JobHandler, JobQueue } from "../jobs/job.types.ts";
import { mailKind, placeOfMessage, type MailJob } from "./message.sealed.ts";

export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same in HTML. */
  readonly html?: string;
  /** The address that ends such mail by one POST (RFC 8058). */
  readonly unsubscribe?: string;
}

/** The operator's mail server. */
export interface MailSettings {
  /** smtp://user:password@host:587, or smtps://… */
  readonly url: string;
  /** The sender, such as `Lintel <lintel@example.com>`. */
  readonly from: string;
}

/** Sends mail to people, after the transaction that asks for it is committed. */
export interface Mailer {
  /** Whether there is a mail server. Without one, pages show what they would mail. */
  readonly isConfigured: boolean;
  /** Sends a message as part of a transaction; drops it where there is no mail server. */
  send(trx: Database, message: Message): Promise<void>;
  /** Sends what was enqueued; null where there is no mail server. */
  readonly job: JobHandler | null;
}

interface MailNeeds {
  readonly settings: MailSettings | null;
  readonly jobs: JobQueue;
  readonly sealer: Sealer;
  readonly clock: Pick<Clock, "newId">;
  readonly log: Logger;
}

/** A message may contain a link that signs in, so it waits sealed. */
export function createMailer({ settings, jobs, sealer, clock, log }: MailNeeds): Mailer {
  if (settings === null) return { isConfigured: false, send: async () => {}, job: null };
  const transport = createTransport(settings.url);
  return {
    isConfigured: true,
    async send(trx, message) {
      const id = clock.newId();
      const sealed = sealer.seal(JSON.stringify(message), placeOfMessage(id));
      await jobs.enqueue(trx, mailKind, { sealed } satisfies MailJob, id);
    },
    job: {
      kind: mailKind,
      concurrency: 2,
      async handle({ id, data }) {
        const { sealed } = data as MailJob;
        const { to, subject, text, html, unsubscribe } = JSON.parse(
          sealer.open(sealed, placeOfMessage(id)),
        ) as Message;
        // The same id at each attempt: a mail server or a reader can drop the second copy.
        const messageId = `<${id}@lintel>`;
        const headers = unsubscribe === undefined ? {} : unsubscribeHeaders(unsubscribe);
        await transport.sendMail({
          from: settings.from,
          to,
          subject,
          text,
          html,
          messageId,
          headers,
        });
        log.info({ job: id }, "a message was sent");
      },
    },
  };
}

const unsubscribeHeaders = (link: string) => ({
  "List-Unsubscribe": `<${link}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});
