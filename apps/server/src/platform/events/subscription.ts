import type { EventName } from "@lintel/contract/events";
import type { Database } from "../database/open-database.ts";
import type { JobHandler, JobQueue } from "../jobs/job.types.ts";
import type { NewEvent } from "./compile-append.ts";
import { selectEvents, type StoredEvent } from "./event-rows.ts";

/** A reaction to events that survives stops and crashes. */
export interface Subscription {
  /** Names the queue of its jobs; kept in databases, so it never changes. */
  readonly name: string;
  readonly types: readonly EventName[];
  /**
   * Handles an event, which may be the second time. Where it throws, the event is tried again, and
   * later events of its subject wait. Events of one subject come in the order of their numbers.
   */
  handle(event: StoredEvent, signal: AbortSignal): Promise<void>;
}

/** Which event a job is for. */
interface EventRef {
  readonly organizationId: string;
  readonly sequence: string;
}

/** Jobs are retried for longer than unhandled events are kept; the retention removes both. */
const subscriptionQueue = {
  policy: "key_strict_fifo",
  retryLimit: 10_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 3600,
  retentionSeconds: 400 * 86_400,
} as const;

/** Events that one process handles side by side, for each subscription. */
const concurrency = 4;

export function toSubscriptionHandler(
  subscription: Subscription,
  database: () => Promise<Database>,
): JobHandler {
  return {
    kind: subscription.name,
    concurrency,
    queue: subscriptionQueue,
    async handle({ data, signal }) {
      const { organizationId, sequence } = data as EventRef;
      const before = String(BigInt(sequence) - 1n);
      const [event] = await selectEvents(await database(), organizationId, before, 1);
      // One that is gone was kept for as long as unhandled events are.
      if (event?.sequence === sequence) await subscription.handle(event, signal);
    },
  };
}

/** The subscriptions of a region, which receive the emitted events. */
export interface Subscribers {
  add(subscriptions: readonly Subscription[]): void;
  /**
   * Makes a job of every event that is subscribed to, in the transaction that appended them.
   *
   * @param last the number of the last of the events.
   */
  enqueue(
    trx: Database,
    organizationId: string,
    events: readonly NewEvent[],
    last: string,
  ): Promise<void>;
}

export function createSubscribers(jobs: Pick<JobQueue, "enqueueInOrder">): Subscribers {
  const byType = new Map<string, Subscription[]>();
  return {
    add(subscriptions) {
      for (const subscription of subscriptions)
        for (const type of subscription.types)
          byType.set(type, [...(byType.get(type) ?? []), subscription]);
    },
    async enqueue(trx, organizationId, events, last) {
      const before = BigInt(last) - BigInt(events.length);
      for (const [at, { type, subject_id }] of events.entries()) {
        const sequence = String(before + BigInt(at) + 1n);
        const order = { key: `${organizationId}:${subject_id}`, sequence };
        for (const { name } of byType.get(type) ?? [])
          await jobs.enqueueInOrder(trx, name, { organizationId, sequence }, order);
      }
    },
  };
}
