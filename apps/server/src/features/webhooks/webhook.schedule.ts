import type { Clock } from "../../platform/clock.ts";
import type { Schedule } from "../../platform/jobs/schedules.ts";
import { deleteFinished } from "./delivery.store.ts";

const keptMs = 30 * 86_400_000;
const batchSize = 1000;

/** Deletes deliveries 30 days after they ended. */
export function deliveryRetention({ clock }: { readonly clock: Pick<Clock, "now"> }): Schedule {
  return {
    name: "webhook_retention",
    cron: "41 * * * *",
    timeZone: "UTC",
    async run(db, signal) {
      const before = new Date(clock.now().getTime() - keptMs);
      while (!signal.aborted && (await deleteFinished(db, before, batchSize)) === batchSize);
    },
  };
}
