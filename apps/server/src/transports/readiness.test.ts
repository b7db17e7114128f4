import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { request } from "../testing/request.ts";
import { useTestApp } from "../testing/test-app.ts";

it("is told while a long transaction has the database to itself", async () => {
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
