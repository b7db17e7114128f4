import type { Logger } from "pino";
import type { Database } from "../../platform/database/open-database.ts";
import type { Upkeep } from "../../platform/jobs/job.types.ts";
import { deliver, type DeliverPlatform } from "./deliver.ts";
import { claimDeliveries, releaseForgotten, type StoredDelivery } from "./delivery.store.ts";

/** Messages that one node sends side by side, in all and to one webhook. */
const limits = { all: 32, perWebhook: 4 };
const lookMs = 1000;
const repairMs = 60_000;
/** After the limit of an attempt, when another node may send what a dead one had claimed. */
export const claimMs = 30_000;

type DispatchPlatform = DeliverPlatform & { readonly log: Logger };

/** Sends what is due, on every node that takes jobs. */
export function webhookDispatch(platform: DispatchPlatform): Upkeep {
  const underWay = new Map<string, { readonly webhookId: string; readonly end: Promise<void> }>();
  const stopped = new AbortController();
  let repairedAt = -repairMs;
  let looking: Promise<void> | null = null;

  function begin(db: Database, claimed: StoredDelivery): void {
    const end = deliver(platform, db, claimed, stopped.signal)
      .catch((error: unknown) => {
        platform.log.error(
          { err: error, delivery: claimed.id },
          "a delivery failed; it is sent again",
        );
      })
      .then(() => {
        underWay.delete(claimed.id);
        // Its place is free, and the next event of its subject may be due.
        void look(db).catch(() => {});
      });
    underWay.set(claimed.id, { webhookId: claimed.webhookId, end });
  }

  async function lookOnce(db: Database): Promise<void> {
    if (platform.clock.monotonic() - repairedAt >= repairMs) {
      repairedAt = platform.clock.monotonic();
      await releaseForgotten(db, platform.clock.now());
    }
    const limit = limits.all - underWay.size;
    if (limit <= 0 || stopped.signal.aborted) return;
    const now = platform.clock.now();
    const until = new Date(now.getTime() + claimMs);
    const { perWebhook } = limits;
    const sending = countSending([...underWay.values()]);
    for (const one of await claimDeliveries(db, { now, until, limit, perWebhook, sending }))
      begin(db, one);
  }

  function look(db: Database): Promise<void> {
    looking ??= lookOnce(db).finally(() => (looking = null));
    return looking;
  }

  return {
    kind: "webhook_dispatch",
    everyMs: lookMs,
    sweep: look,
    async stop() {
      stopped.abort();
      await looking?.catch(() => {});
      await Promise.all(Array.from(underWay.values(), ({ end }) => end));
    },
  };
}

function countSending(underWay: readonly { readonly webhookId: string }[]): Map<string, number> {
  const byWebhook = Map.groupBy(underWay, ({ webhookId }) => webhookId);
  return new Map(Array.from(byWebhook, ([id, { length }]) => [id, length]));
}
