import fc from "fast-check";
import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  makeKey,
  makeMember,
  makeOrganization,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { createMemoryWindow } from "./memory-window.ts";
import { retryAfterSeconds, type RateWindow } from "./rate-window.ts";

/** Every kind of window; each is held to the same rules. `now` is a clock in milliseconds. */
const implementations: {
  readonly name: string;
  make(now: () => number): Promise<RateWindow>;
}[] = [{ name: "of one process", make: async (now) => createMemoryWindow(now) }];

const windowMs = 60_000;

// Binary fractions of a millisecond, so that sums are exact and an edge is met, not missed by 1e-11.
const milliseconds = (max: number) =>
  fc.integer({ min: 0, max: max * 1024 }).map((parts) => parts / 1024);
// Gaps as they come: bursts, pauses, and steps that meet the window's edge.
const gap = fc.oneof(
  fc.constant(0),
  milliseconds(5),
  milliseconds(70_000),
  fc.integer({ min: 0, max: 30_000 }),
  fc.constantFrom(windowMs, windowMs / 2, windowMs / 3),
);
const arrivals = fc.array(fc.record({ gap, key: fc.constantFrom("a", "b") }), { maxLength: 60 });
const start = milliseconds(1_000_000);

describe.each(implementations)("the rate window $name", ({ make }) => {
  it("never admits more than the limit in any window, and refuses nobody below it", async () => {
    await fc.assert(
      fc.asyncProperty(
        start,
        fc.integer({ min: 1, max: 6 }),
        arrivals,
        async (from, limit, calls) => {
          let now = from;
          const window = await make(() => now);
          const admitted: Record<string, number[]> = { a: [], b: [] };
          for (const call of calls) {
            now += call.gap;
            const mine = admitted[call.key] ?? [];
            const live = mine.filter((instant) => instant > now - windowMs).length;
            const answer = await window.take(call.key, { limit, windowMs });
            expect(answer.isAdmitted).toBe(live < limit);
            expect(answer.remaining).toBe(Math.max(0, limit - live - 1));
            if (answer.isAdmitted) mine.push(now);
          }
          for (const instants of Object.values(admitted)) {
            for (const end of instants) {
              const within = instants.filter((at) => at > end - windowMs && at <= end);
              expect(within.length).toBeLessThanOrEqual(limit);
            }
          }
          await window.close();
        },
      ),
      { numRuns: 500 },
    );
  });

  it("admits a sole caller who waited as long as Retry-After says", async () => {
    const gaps = fc.array(gap, { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(start, fc.integer({ min: 1, max: 6 }), gaps, async (from, limit, calls) => {
        let now = from;
        const window = await make(() => now);
        for (const wait of calls) {
          now += wait;
          const answer = await window.take("a", { limit, windowMs });
          if (answer.isAdmitted) continue;
          const seconds = retryAfterSeconds(answer);
          expect(Number.isInteger(seconds)).toBe(true);
          expect(seconds).toBeGreaterThanOrEqual(1);
          expect(seconds).toBeLessThanOrEqual(windowMs / 1000);
          now += seconds * 1000;
          expect((await window.take("a", { limit, windowMs })).isAdmitted).toBe(true);
        }
        await window.close();
      }),
      { numRuns: 500 },
    );
  });

  it("tells when the oldest call leaves the window", async () => {
    let now = 1000;
    const window = await make(() => now);
    const take = () => window.take("a", { limit: 2, windowMs });
    expect(await take()).toMatchObject({ isAdmitted: true, remaining: 1, resetMs: windowMs });
    now += 10_000;
    expect(await take()).toMatchObject({ isAdmitted: true, remaining: 0, resetMs: 50_000 });
    now += 49_999;
    expect(await take()).toMatchObject({ isAdmitted: false, remaining: 0, resetMs: 1 });
    now += 1;
    expect(await take()).toMatchObject({ isAdmitted: true, remaining: 0, resetMs: 10_000 });
    await window.close();
  });
});

describe("over HTTP", () => {
  let testApp: TestApp;
  let organization: MadeOrganization;
  let now = 5_000_000;

  beforeAll(async () => {
    testApp = await buildTestApp({
      name: "rate",
      rateBudget: { limit: 100, windowMs },
      clock: { now: () => new Date(), monotonic: () => now, newId: () => v7() },
    });
    organization = await makeOrganization(testApp);
  });
  afterAll(() => testApp.close());

  const call = (key: string, path = "/api/me") => request(testApp, { method: "GET", path, key });
  const callOften = async (count: number, key: string) => {
    const statuses = new Set<number>();
    for (let at = 0; at < count; at += 1) statuses.add((await call(key)).status);
    return [...statuses];
  };
  const newMember = (): Promise<MadeMember> => makeMember(testApp, organization, "viewer");

  it("refuses the 101st call of a minute, says when to come again, and holds to it", async () => {
    const { key } = await newMember();
    const first = await call(key);
    expect(first.headers["ratelimit"]).toBe('"key";r=99;t=60');
    expect(first.headers["ratelimit-policy"]).toBe('"key";q=100;w=60');
    now += 12_345;
    expect(await callOften(98, key)).toEqual([200]);
    expect((await call(key)).headers["ratelimit"]).toBe('"key";r=0;t=48');
    const refused = await call(key);
    expect([refused.status, refused.body["code"]]).toEqual([429, "RATE_LIMITED"]);
    expect(refused.headers["content-type"]).toContain("application/problem+json");
    expect(refused.headers["retry-after"]).toBe("48");
    expect(refused.headers["ratelimit"]).toBe('"key";r=0;t=48');
    now += 48_000;
    expect((await call(key)).status).toBe(200);
    expect((await call(key)).status).toBe(429);
  });

  it("does not count what it refuses", async () => {
    const { key } = await newMember();
    await callOften(100, key);
    now += 30_000;
    expect(await callOften(50, key)).toEqual([429]);
    now += 30_000;
    expect(await callOften(100, key)).toEqual([200]);
    expect((await call(key)).headers["retry-after"]).toBe("60");
  });

  it("counts a user's keys together and another user's apart", async () => {
    const { userId, key } = await newMember();
    const second = await makeKey(testApp, organization, userId);
    expect(await callOften(60, key)).toEqual([200]);
    expect(await callOften(40, second)).toEqual([200]);
    expect([(await call(key)).status, (await call(second)).status]).toEqual([429, 429]);
    const other = await newMember();
    expect((await call(other.key)).headers["ratelimit"]).toBe('"key";r=99;t=60');
  });

  it("counts calls that are refused later, and none whose key is not known", async () => {
    const { key } = await newMember();
    const denied = await call(key, "/api/audit-log");
    expect([denied.status, denied.headers["ratelimit"]]).toEqual([403, '"key";r=99;t=60']);
    const unknown = await call("svc_live_nobody");
    expect([unknown.status, unknown.headers["ratelimit"]]).toEqual([401, undefined]);
    expect((await call(key)).headers["ratelimit"]).toBe('"key";r=98;t=60');
  });

  it("comes before the permission: who is over the limit is told so and nothing else", async () => {
    const { key } = await newMember();
    await callOften(100, key);
    expect((await call(key, "/api/audit-log")).status).toBe(429);
  });
});
