import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, type MadeOrganization } from "../../testing/factories.ts";
import { request, type TestResponse } from "../../testing/request.ts";
import { buildTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeSharedDatabase } from "../../testing/test-database.ts";
import { findTestRedis } from "../../testing/test-redis.ts";

const location = await makeSharedDatabase("rate_nodes");
const redis = await findTestRedis();

const stores = [
  { name: "PostgreSQL", redis: undefined, isThere: location !== null },
  { name: "Redis", redis: redis ?? undefined, isThere: location !== null && redis !== null },
];

describe.each(stores)("two nodes that share a window in $name", (store) => {
  describe.runIf(store.isThere)("over HTTP", () => {
    const nodes: TestApp[] = [];
    let organization: MadeOrganization;

    beforeAll(async () => {
      for (const name of ["rate_first", "rate_second"]) {
        const node = await buildTestApp({
          name,
          rateBudgets: { key: { limit: 100, windowMs: 60_000 } },
          ...(location === null ? {} : { sharedLocation: location }),
          ...(store.redis === undefined ? {} : { redis: store.redis }),
        });
        nodes.push(node);
      }
      organization = await makeOrganization(nodeAt(0));
    });
    afterAll(async () => {
      for (const node of nodes) await node.close();
    });

    function nodeAt(at: number): TestApp {
      const node = nodes[at % nodes.length];
      if (node === undefined) throw new Error("There is no node.");
      return node;
    }

    const call = (at: number, key: string): Promise<TestResponse> =>
      request(nodeAt(at), { method: "GET", path: "/api/me", key });

    it("admits 100 calls of a user in all, and refuses the others on both", async () => {
      const { key } = await makeMember(nodeAt(0), organization, "viewer");
      const answers = await Promise.all(Array.from({ length: 130 }, (_, at) => call(at, key)));
      const byStatus = Map.groupBy(answers, (answer) => answer.status);
      expect([byStatus.get(200)?.length, byStatus.get(429)?.length]).toEqual([100, 30]);
      for (const at of [0, 1]) {
        const refused = await call(at, key);
        expect([refused.status, refused.body["code"]]).toEqual([429, "RATE_LIMITED"]);
        const seconds = Number(refused.headers["retry-after"]);
        expect(seconds).toBeGreaterThanOrEqual(1);
        expect(seconds).toBeLessThanOrEqual(60);
        expect(refused.headers["ratelimit"]).toBe(`"key";r=0;t=${seconds}`);
      }
    });

    it("returns what is left after calls to either", async () => {
      const { key } = await makeMember(nodeAt(0), organization, "viewer");
      const left = [];
      for (const at of [0, 1, 1, 0]) left.push((await call(at, key)).headers["ratelimit"]);
      expect(left.map((text) => String(text).split(";")[1])).toEqual([
        "r=99",
        "r=98",
        "r=97",
        "r=96",
      ]);
    });
  });
});
