import { selectLiveJobs, updateJobData } from "../jobs/live-jobs.ts";
import { sealedRows, trySealAgain } from "../keys/sealed-rows.ts";

/** Names the queue of messages. */
export const mailKind = "mail";

/** The data of the job that sends a message. */
export interface MailJob {
  readonly sealed: string;
}

/** Where a message is sealed: it opens for no other job. */
export const placeOfMessage = (id: string) => `mail:${id}`;

/** Messages that wait for the mail server. */
export const sealedMessages = sealedRows<{ readonly id: string; readonly data: unknown }>({
  table: "jobs.job",
  idOf: ({ id }) => id,
  selectBatch: (db, after) => selectLiveJobs(db, mailKind, { after, take: 100 }),
  async sealRow(db, sealer, { id, data }) {
    const { sealed } = data as MailJob;
    const again = trySealAgain(sealer, sealed, placeOfMessage(id));
    if (again === null) return 1;
    if (again !== sealed) await updateJobData(db, mailKind, id, { sealed: again });
    return 0;
  },
});
