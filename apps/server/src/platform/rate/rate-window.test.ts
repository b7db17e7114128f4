import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { v7 } from "uuid";
import { afterAll, describe, expect, it } from "vitest";
import { migrations } from "../../migrations/migrations.generated.ts";
import { makeTestDatabase } from "../../testing/test-database.ts";
import { findTestRedis, patientRedisLimits } from "../../testing/test-redis.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase, type Database } from "../database/open-database.ts";
import { createMemoryWindow } from "./memory-window.ts";
import { createPostgresWindow } from "./postgres-window.ts";
import { retryAfterSeconds, type RateAnswer, type RateWindow } from "./rate-window.ts";
import { createRedisConnection } from "./redis-connection.ts";
import { createRedisWindow } from "./redis-window.ts";
import { rememberRefusals } from "./remembered-refusals.ts";

/** Milliseconds: the clocks of the store and of a node. They differ in only one test. */
interface Times {
  readonly now: () => number;
  readonly monotonic: () => number;
}

/** Every kind of window; each is held to the same rules. */
interface Kind {
  readonly name: string;
  /** Of a property: fewer where each call is a round trip. */
  readonly runs: number;
  /** Whether it uses the clock of a store, which can be changed. */
  readonly hasStore: boolean;
  /** The windows of nodes that share one; without times, each goes by the clocks that it has. */
  makeNodes(times?: Times): readonly RateWindow[];
}

const realTimes: Times = { now: () => performance.now(), monotonic: () => performance.now() };
const testDatabase = await openTestDatabases();
const redis = await findTestRedis();

const kinds: Kind[] = [
  {
    name: "of one process",
    runs: 500,
    hasStore: false,
    makeNodes: ({ now } = realTimes) => [createMemoryWindow(now)],
  },
  {
    name: "of one process that remembers refusals",
    runs: 500,
    hasStore: false,
    makeNodes: ({ now } = realTimes) => [rememberRefusals(createMemoryWindow(now), now)],
  },
  {
    name: "in PostgreSQL, over two nodes",
    runs: 60,
    hasStore: true,
    makeNodes: (times) => {
      const make = (db: Database) =>
        createPostgresWindow({
          database: async () => db,
          monotonic: (times ?? realTimes).monotonic,
          now: times?.now,
        });
      return twoNodes(testDatabase.nodes.map(make), times);
    },
  },
  ...(redis === null ? [] : [redisKind(redis)]),
];

function redisKind(url: string): Kind {
  return {
    name: "in Redis, over two nodes",
    runs: 60,
    hasStore: true,
    makeNodes: (times) => {
      const make = () =>
        createRedisWindow({
          connection: createRedisConnection(url, patientRedisLimits),
          region: "test",
          now: times?.now,
        });
      return twoNodes([make(), make()], times);
    },
  };
}

/** One that asks the store at every call, and one that remembers refusals as the product does. */
function twoNodes(windows: readonly RateWindow[], times = realTimes): RateWindow[] {
  return windows.map((window, at) =>
    at === 0 ? window : rememberRefusals(window, times.monotonic),
  );
}

/** Two nodes' databases; the embedded engine has one node, and both windows use it. */
async function openTestDatabases(): Promise<{ nodes: Database[]; close(): Promise<void> }> {
  const worker = process.env["VITEST_POOL_ID"] ?? "0";
  const location = await makeTestDatabase(`${worker}_window`);
  const first = await openDatabase(location);
  await migrate(first.db, migrations);
  const second = location.engine === "server" ? await openDatabase(location) : first;
  return {
    nodes: [first.db, second.db],
    close: async () => {
      await second.close();
      if (first !== second) await first.close();
    },
  };
}

afterAll(() => testDatabase.close());

const windowMs = 60_000;

// Eighths of a millisecond are whole in microseconds and exact in binary: an edge is met.
const milliseconds = (max: number) =>
  fc.integer({ min: 0, max: max * 8 }).map((parts) => parts / 8);
// Gaps as they come: bursts, pauses, and steps that meet the window's edge.
const gap = fc.oneof(
  fc.constant(0),
  milliseconds(5),
  milliseconds(70_000),
  fc.integer({ min: 0, max: 30_000 }),
  fc.constantFrom(windowMs, windowMs / 2, windowMs / 3),
);
const node = fc.nat({ max: 1 });
const callers = fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 4 });
const arrivals = fc.array(fc.record({ gap, node, callers }), { maxLength: 40 });
const limits = fc.integer({ min: 1, max: 6 });
const start = milliseconds(1_000_000);

/** One clock for stores and nodes alike, turned by hand. */
const sameTime = (now: () => number): Times => ({ now, monotonic: now });

const choose = (nodes: readonly RateWindow[], at: number): RateWindow => {
  const chosen = nodes[at % nodes.length];
  if (chosen === undefined) throw new Error("There is no node.");
  return chosen;
};
const closeAll = (nodes: readonly RateWindow[]) => Promise.all(nodes.map((each) => each.close()));

describe.each(kinds)("the rate window $name", ({ makeNodes, runs, hasStore }) => {
  it("never admits more than the limit in any window, and refuses nobody below it", async () => {
    await fc.assert(
      fc.asyncProperty(start, limits, arrivals, async (from, limit, calls) => {
        let now = from;
        const run = v7();
        const nodes = makeNodes(sameTime(() => now));
        const admitted: Record<string, number[]> = { a: [], b: [] };
        for (const call of calls) {
          now += call.gap;
          const window = choose(nodes, call.node);
          const answers = await Promise.all(
            call.callers.map((caller) => window.take(`${run}:${caller}`, { limit, windowMs })),
          );
          for (const [at, answer] of answers.entries()) {
            const mine = admitted[call.callers[at] ?? ""] ?? [];
            const live = mine.filter((instant) => instant > now - windowMs).length;
            expect(answer.isAdmitted).toBe(live < limit);
            expect(answer.remaining).toBe(Math.max(0, limit - live - 1));
            if (answer.isAdmitted) mine.push(now);
          }
        }
        Object.values(admitted).forEach((instants) => expectWithin(instants, limit));
        await closeAll(nodes);
      }),
      { numRuns: runs },
    );
  });

  it("admits a sole caller who waited as long as Retry-After says", async () => {
    const gaps = fc.array(fc.record({ gap, node }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(start, limits, gaps, async (from, limit, calls) => {
        let now = from;
        const key = v7();
        const nodes = makeNodes(sameTime(() => now));
        for (const call of calls) {
          now += call.gap;
          const window = choose(nodes, call.node);
          const answer = await window.take(key, { limit, windowMs });
          if (answer.isAdmitted) continue;
          now += expectSeconds(answer) * 1000;
          expect((await window.take(key, { limit, windowMs })).isAdmitted).toBe(true);
        }
        await closeAll(nodes);
      }),
      { numRuns: runs },
    );
  });

  it("admits exactly the limit of simultaneous calls, in any order", async () => {
    const nodes = makeNodes();
    const budget = { limit: 10, windowMs };
    for (let round = 0; round < 20; round += 1) {
      const keys = Array.from({ length: 4 }, () => v7());
      const takeAll = async (window: RateWindow, order: readonly string[]) =>
        Promise.all(order.map(async (key) => ({ key, answer: await window.take(key, budget) })));
      const waves = Array.from({ length: 16 }, (_, at) =>
        takeAll(choose(nodes, at), at % 2 === 0 ? keys : keys.toReversed()),
      );
      const answers = (await Promise.all(waves)).flat();
      for (const key of keys) {
        const admitted = answers.filter((each) => each.key === key && each.answer.isAdmitted);
        const places = admitted.map(({ answer }) => answer.remaining).toSorted((a, b) => a - b);
        expect(places).toEqual(Array.from({ length: budget.limit }, (_, at) => at));
      }
    }
    await closeAll(nodes);
  });

  it("goes by a clock of its own that runs", async () => {
    const nodes = makeNodes();
    const budget = { limit: 2, windowMs: 400 };
    const key = v7();
    const take = (at: number) => choose(nodes, at).take(key, budget);
    expect([(await take(0)).isAdmitted, (await take(1)).isAdmitted]).toEqual([true, true]);
    const refused = await take(1);
    expect(refused.isAdmitted).toBe(false);
    expect(refused.resetMs).toBeLessThanOrEqual(budget.windowMs);
    await wait(refused.resetMs + 20);
    expect((await take(0)).isAdmitted).toBe(true);
    await closeAll(nodes);
  });

  it.runIf(hasStore)(
    "stays exact and locks nobody out when the store's clock goes back",
    async () => {
      const steps = fc.array(fc.record({ gap, node, back: fc.oneof(fc.constant(0), gap) }), {
        maxLength: 40,
      });
      await fc.assert(
        fc.asyncProperty(limits, steps, async (limit, calls) => {
          let elapsed = 0;
          let setBack = 0;
          const key = v7();
          const now = () => 10_000_000 + elapsed - setBack;
          const nodes = makeNodes({ now, monotonic: () => elapsed });
          const admitted: number[] = [];
          const take = async (at: number) => {
            const answer = await choose(nodes, at).take(key, { limit, windowMs });
            expect(answer.resetMs).toBeLessThanOrEqual(windowMs);
            if (answer.isAdmitted) admitted.push(elapsed);
            return answer;
          };
          for (const call of calls) {
            elapsed += call.gap;
            setBack += call.back;
            const answer = await take(call.node);
            if (answer.isAdmitted) continue;
            elapsed += expectSeconds(answer) * 1000;
            expect((await take(call.node)).isAdmitted).toBe(true);
          }
          expectWithin(admitted, limit);
          await closeAll(nodes);
        }),
        { numRuns: runs },
      );
    },
    60_000,
  );

  it.runIf(hasStore)("holds to a limit that the operator lowered", async () => {
    let now = 1000;
    const before = makeNodes(sameTime(() => now));
    const key = v7();
    for (let at = 0; at < 4; at += 1) {
      await choose(before, at).take(key, { limit: 4, windowMs });
      now += 1000;
    }
    const after = makeNodes(sameTime(() => now));
    const refused = await choose(after, 0).take(key, { limit: 2, windowMs });
    // Three of the four must leave before there is room for one of two.
    expect(refused).toMatchObject({ isAdmitted: false, remaining: 0, resetMs: 58_000 });
    now += 58_000;
    expect(await choose(after, 1).take(key, { limit: 2, windowMs })).toMatchObject({
      isAdmitted: true,
      remaining: 0,
    });
    await closeAll([...before, ...after]);
  });

  it("returns when the oldest call leaves the window", async () => {
    let now = 1000;
    const nodes = makeNodes(sameTime(() => now));
    const key = v7();
    const take = () => choose(nodes, 1).take(key, { limit: 2, windowMs });
    expect(await take()).toMatchObject({ isAdmitted: true, remaining: 1, resetMs: windowMs });
    now += 10_000;
    expect(await take()).toMatchObject({ isAdmitted: true, remaining: 0, resetMs: 50_000 });
    now += 49_999;
    expect(await take()).toMatchObject({ isAdmitted: false, remaining: 0, resetMs: 1 });
    now += 1;
    expect(await take()).toMatchObject({ isAdmitted: true, remaining: 0, resetMs: 10_000 });
    await closeAll(nodes);
  });
});

/** No window that ends with one of the instants holds more than the limit. */
function expectWithin(instants: readonly number[], limit: number): void {
  for (const end of instants) {
    const within = instants.filter((at) => at > end - windowMs && at <= end);
    expect(within.length).toBeLessThanOrEqual(limit);
  }
}

function expectSeconds(refused: RateAnswer): number {
  const seconds = retryAfterSeconds(refused);
  expect(Number.isInteger(seconds)).toBe(true);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(windowMs / 1000);
  return seconds;
}

it("sweeps the rows of callers who stay away", async () => {
  let now = 50_000_000;
  const [db] = testDatabase.nodes;
  if (db === undefined) throw new Error("There is no database.");
  const times = sameTime(() => now);
  const window = createPostgresWindow({ database: async () => db, ...times });
  const [gone, here] = [v7(), v7()];
  await window.take(gone, { limit: 2, windowMs });
  now += 600_000;
  await window.take(here, { limit: 2, windowMs });
  now += 1000;
  await window.take(here, { limit: 2, windowMs });
  await window.close();
  const rows = await db
    .selectFrom("rateWindow")
    .select("caller")
    .where("caller", "in", [gone, here])
    .execute();
  expect(rows).toEqual([{ caller: here }]);
});
