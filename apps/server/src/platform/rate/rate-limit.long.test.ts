import { v7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSession } from "../../domain/people/open-session.ts";
import {
  makeKey,
  makeMember,
  makeOrganization,
  type MadeMember,
  type MadeOrganization,
} from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";

const windowMs = 60_000;

describe("the rate window over HTTP", () => {
  let testApp: TestApp;
  let organization: MadeOrganization;
  let now = 5_000_000;

  beforeAll(async () => {
    testApp = await buildTestApp({
      name: "rate",
      rateBudgets: { key: { limit: 100, windowMs }, session: { limit: 120, windowMs } },
      rateNow: () => now,
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
  const openSessionOf = async (userId: string) => {
    const { platform } = testApp.cells.eu;
    const opened = await openSession(platform, await platform.database(), {
      userId,
      method: "password",
      connectionId: null,
      device: "test",
      address: "::1",
      now: platform.clock.now(),
    });
    return opened.access;
  };
  const newMember = (): Promise<MadeMember> => makeMember(testApp, organization, "viewer");

  it("refuses the 101st call of a minute, says when to retry, and then admits it", async () => {
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

  it("counts a person's sessions together, and apart from the person's keys", async () => {
    const { userId, key } = await newMember();
    const [first, second] = [await openSessionOf(userId), await openSessionOf(userId)];
    const callBy = (session: string) =>
      request(testApp, {
        method: "GET",
        path: "/api/me",
        session,
        headers: { "x-svc-organization": organization.id },
      });
    expect(await callOften(100, key)).toEqual([200]);
    expect((await callBy(first)).headers["ratelimit"]).toBe('"key";r=119;t=60');
    for (let at = 0; at < 118; at += 1) await callBy(second);
    expect((await callBy(first)).headers["ratelimit"]).toBe('"key";r=0;t=60');
    for (const session of [first, second]) {
      const refused = await callBy(session);
      expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "60"]);
    }
  });

  it("counts calls that are refused later, and none whose key is not known", async () => {
    const { key } = await newMember();
    const denied = await call(key, "/api/audit-log");
    expect([denied.status, denied.headers["ratelimit"]]).toEqual([403, '"key";r=99;t=60']);
    const unknown = await call("svc_live_nobody");
    expect([unknown.status, unknown.headers["ratelimit"]]).toEqual([401, undefined]);
    expect((await call(key)).headers["ratelimit"]).toBe('"key";r=98;t=60');
  });

  it("is checked before the permission: a caller over the limit learns nothing else", async () => {
    const { key } = await newMember();
    await callOften(100, key);
    expect((await call(key, "/api/audit-log")).status).toBe(429);
  });
});
