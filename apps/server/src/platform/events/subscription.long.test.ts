import { dayMs } from "../day-ms.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeTestDatabase } from "../../testing/test-database.ts";
import { migrations } from "../../migrations/migrations.generated.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase, type OpenDatabase } from "../database/open-database.ts";
import { createJobQueue, type RunningQueue } from "../jobs/job-queue.ts";
import { systemClock } from "../clock.ts";
import { noTelemetry } from "../telemetry/telemetry.ts";
import { createRegionTelemetry } from "../telemetry/region-telemetry.ts";
import { appendEvents } from "./append-events.ts";
import type { NewEvent } from "./compile-append.ts";
import { retentionSchedule } from "./event-retention.ts";
import type { StoredEvent } from "./event-rows.ts";
import { createSubscribers, toSubscriptionHandler, type Subscription } from "./subscription.ts";

const name = "test_subscription";
const organizationId = randomUUID();
let database: OpenDatabase;
const queues: RunningQueue[] = [];

beforeEach(async () => {
  database = await openDatabase(await makeTestDatabase("subscriptions"));
  await migrate(database.db, migrations);
  await sql`insert into audit_head (organization_id, sequence, hash)
    values (${organizationId}, 0, '') on conflict do nothing`.execute(database.db);
});

afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.close()));
  await database.close();
});

/** A node with one subscription, and how a change emits to it. */
async function startNode(handle: Subscription["handle"], works = true) {
  const queue = createJobQueue(pino({ level: "silent" }));
  queues.push(queue);
  const subscription: Subscription = { name, types: ["spec.updated"], handle };
  const handler = toSubscriptionHandler(subscription, async () => database.db);
  await queue.start(database, [handler], works);
  const subscribers = createSubscribers(queue);
  subscribers.add([subscription]);
  const emit = async (
    subjects: readonly string[],
    occurredAt = new Date(),
    meanwhile: () => Promise<void> = async () => {},
  ): Promise<void> => {
    const actor = { type: "system", id: null, keyId: null } as const;
    const origin = { organizationId, occurredAt, actor, requestId: null };
    const events = subjects.map(toEvent);
    await database.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await meanwhile();
      const last = await appendEvents(trx, origin, events);
      await subscribers.enqueue(trx, organizationId, events, last);
    });
    queue.wake(name);
  };
  return { queue, emit };
}

const toEvent = (subject: string): NewEvent => ({
  type: "spec.updated",
  version: 1,
  project_id: null,
  permission: "specs:read",
  subject_type: "spec",
  subject_id: subject,
  data: { changed: [] },
});

const numbersOf = (events: readonly StoredEvent[], subject: string) =>
  events.filter(({ subjectId }) => subjectId === subject).map(({ sequence }) => Number(sequence));

const isSorted = (numbers: readonly number[]) =>
  numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));

describe("a subscription", () => {
  it("handles each event once, and those of one subject in their order", async () => {
    const handled: StoredEvent[] = [];
    const { emit } = await startNode(async (event) => void handled.push(event));
    const [one, other] = [randomUUID(), randomUUID()];
    const changes = Array.from({ length: 12 }, (_, at) =>
      emit(at % 3 === 0 ? [one, one] : [one, other]),
    );
    await Promise.all(changes);
    await expect.poll(() => handled.length, { timeout: 30_000 }).toBe(24);
    expect(numbersOf(handled, one)).toHaveLength(16);
    expect(isSorted(numbersOf(handled, one))).toBe(true);
    expect(isSorted(numbersOf(handled, other))).toBe(true);
  });

  it("keeps the order of commits, whichever transaction began first", async () => {
    if (database.engine === "embedded") return;
    const handled: StoredEvent[] = [];
    const { emit, queue } = await startNode(async (event) => void handled.push(event), false);
    const subject = randomUUID();
    const early = emit([subject], new Date(), () => emit([subject]));
    await early;
    await queue.close();
    await startNode(async (event) => void handled.push(event));
    await expect.poll(() => handled.length, { timeout: 30_000 }).toBe(2);
    expect(isSorted(numbersOf(handled, subject))).toBe(true);
  });

  it("tries a failing event again, before later ones of its subject; others go on", async () => {
    const handled: StoredEvent[] = [];
    const [failing, other] = [randomUUID(), randomUUID()];
    let attempts = 0;
    const { emit } = await startNode(async (event) => {
      if (event.subjectId === failing && (attempts += 1) <= 2) throw new Error("not now");
      handled.push(event);
    });
    await emit([failing, failing, other, other]);
    await expect.poll(() => numbersOf(handled, other).length, { timeout: 30_000 }).toBe(2);
    await expect.poll(() => numbersOf(handled, failing).length, { timeout: 30_000 }).toBe(2);
    expect(attempts).toBe(4);
    expect(isSorted(numbersOf(handled, failing))).toBe(true);
  });

  it("hands an event to another process where the first one died with it", async () => {
    // The claims of a server's nodes end with their heartbeats, which this process goes on sending.
    if (database.engine === "server") return;
    const subject = randomUUID();
    const others = [randomUUID(), randomUUID(), randomUUID()];
    const taken: string[] = [];
    const never = new Promise<never>(() => {});
    const dead = await startNode((event) => {
      taken.push(event.sequence);
      return never;
    });
    await dead.emit([subject, subject, ...others]);
    await expect.poll(() => taken.length).toBe(4);
    const handled: StoredEvent[] = [];
    queues.splice(queues.indexOf(dead.queue), 1);
    await startNode(async (event) => void handled.push(event));
    await expect.poll(() => handled.length, { timeout: 60_000 }).toBe(5);
    expect(numbersOf(handled, subject)).toHaveLength(2);
    expect(isSorted(numbersOf(handled, subject))).toBe(true);
  });
});

describe("the retention of events", () => {
  const retain = async (): Promise<{ log: string[]; kept: number[] }> => {
    const log: string[] = [];
    const platform = {
      clock: systemClock,
      log: pino({}, { write: (line: string) => void log.push(line) }),
      region: "eu",
      telemetry: createRegionTelemetry(noTelemetry, "eu"),
    };
    const { run } = retentionSchedule(platform, [{ name }], 7);
    await run(database.db, new AbortController().signal);
    const rows = await database.db
      .selectFrom("event")
      .select("sequence")
      .where("organizationId", "=", organizationId)
      .orderBy("sequence")
      .execute();
    return { log, kept: rows.map(({ sequence }) => Number(sequence)) };
  };
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

  it("deletes what is old and handled, keeps what is not, and drops that after a month", async () => {
    const handled: StoredEvent[] = [];
    const first = await startNode(async (event) => void handled.push(event));
    await first.emit([randomUUID()], daysAgo(8));
    await expect.poll(() => handled.length, { timeout: 30_000 }).toBe(1);
    await first.queue.close();
    const second = await startNode(async () => {}, false);
    await second.emit([randomUUID()], daysAgo(31));
    await second.emit([randomUUID()], daysAgo(29));
    await second.emit([randomUUID()], daysAgo(1));
    const [, late = 0, newest = 0] = [1, 2, 3].map((at) => Number(handled[0]?.sequence) + at);
    const { log, kept } = await retain();
    expect(kept).toEqual([late, newest]);
    expect(log.join()).toContain('"events":1');
    expect((await retain()).log).toEqual([]);
  });
});
