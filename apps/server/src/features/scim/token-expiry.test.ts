import { dayMs } from "../../platform/day-ms.ts";
import { expect, it } from "vitest";
import { callAsOperator } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { makeScimClient } from "../../testing/scim-client.ts";
import { useTestApp } from "../../testing/test-app.ts";
import { scimUpkeep } from "./scim.schedule.ts";

it("warns of a token before it expires, each time once, and not of one that was revoked", async () => {
  const testApp = await useTestApp();
  const client = await makeScimClient(testApp);
  const { id: organizationId, region } = client.organization;
  const create = (name: string) =>
    callAsOperator(testApp, region, organizationId, "createScimToken", { name, expiresInDays: 90 });
  const token = await create("Expiring");
  const revoked = await create("Revoked");
  await callAsOperator(testApp, region, organizationId, "revokeScimToken", { id: revoked.id });
  expect(token.warning).toBeNull();
  const { platform } = testApp.cells.eu;
  const db = await platform.database();
  const runAfter = (days: number) => {
    const clock = { ...platform.clock, now: () => new Date(Date.now() + days * dayMs) };
    return scimUpkeep({ ...platform, clock }).run(db, new AbortController().signal);
  };
  const readWarnings = async () => {
    const path = "/api/audit-log/export?event=scim_token.expiry_warned";
    const { key } = client.organization.owner;
    const { text } = await request(testApp, { method: "GET", path, key });
    return (JSON.parse(text) as { target: object; details: object }[]).map(
      ({ target, details }) => ({ target, ...details }),
    );
  };
  const warned = (daysLeft: number) => ({
    target: { type: "scimToken", id: token.id, name: "Expiring" },
    expiresAt: token.expiresAt,
    daysLeft,
    prefix: token.prefix,
  });
  await runAfter(59);
  expect(await readWarnings()).toEqual([]);
  await runAfter(60.5);
  await runAfter(61);
  expect(await readWarnings()).toEqual([warned(30)]);
  for (const days of [76.5, 83.5, 87.5, 89.5, 90.5, 91]) await runAfter(days);
  expect(await readWarnings()).toEqual([30, 14, 7, 3, 1].map(warned));
  const rows = await db
    .updateTable("scimToken")
    .set({ expiresAt: new Date(Date.now() + 5 * dayMs) })
    .where("organizationId", "=", organizationId)
    .where("id", "=", token.id)
    .returning("id")
    .execute();
  expect(rows).toHaveLength(1);
  const read = await callAsOperator(testApp, region, organizationId, "getScimToken", {
    id: token.id,
  });
  expect(read.warning).toContain("Create another, enter it at the identity provider");
});
