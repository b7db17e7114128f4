import { setImmediate } from "node:timers/promises";
import fastify from "fastify";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { request } from "../testing/request.ts";
import { useTestApp } from "../testing/test-app.ts";
import { answerHealth } from "./health.ts";

it("is reported while a long transaction has the database to itself", async () => {
  const testApp = await useTestApp();
  const { db } = await testApp.cells.eu.open();
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const writing = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    begun.resolve();
    while (order.length === 0) {
      await sql`select 1`.execute(trx);
      await setImmediate();
    }
    order.push("written");
  });
  await begun.promise;
  const answer = await request(testApp, { method: "GET", path: "/readyz" });
  order.push(`${answer.status}`);
  await writing;
  expect(order).toEqual(["200", "written"]);
});

it("names a region whose master key the process does not have, as during a rotation", async () => {
  const { eu } = (await useTestApp()).cells;
  const database = await eu.open();
  const active = eu.platform.keys.current().fingerprint;
  const readAt = async (given: readonly string[]) => {
    const app = fastify();
    const region = {
      region: "eu",
      isOpen: true,
      hasKey: (fingerprint: string) => given.includes(fingerprint),
      // A database that answered long ago, like that of another machine between two probes.
      open: async () => ({ ...database, db: database.db, readLastAnswer: () => -Infinity }),
    };
    answerHealth(app, {
      regions: [region],
      forwarded: [],
      stop: { isGiven: false },
      disk: null,
    });
    const answer = await app.inject({ url: "/readyz" });
    await app.close();
    return [answer.statusCode, answer.json()];
  };
  expect(eu.hasKey(active)).toBe(true);
  expect(await readAt([active])).toEqual([200, { status: "ready", regions: { eu: "ready" } }]);
  expect(await readAt(["the one of before"])).toEqual([
    503,
    { status: "unavailable", regions: { eu: "masterKeyMissing" } },
  ]);
});
