import { expect, it, onTestFinished } from "vitest";
import { request } from "../../testing/request.ts";
import { buildTestApp } from "../../testing/test-app.ts";
import { importText, openSpecScene, type SpecScene } from "./spec.testing.ts";

const document = (operationId: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Turns", version: "1.0.0" },
    paths: { "/a": { get: { operationId, responses: { "200": { description: "A" } } } } },
  });

async function importLinted(scene: SpecScene, operationId: string) {
  const { specId, versionId } = await importText(scene, document(operationId));
  return () => scene.send("GET", `/${specId}/versions/${versionId}/lint`);
}

it("an organization whose lint takes long refuses itself, and no other", async () => {
  const testApp = await buildTestApp({ documentWork: { threads: 2, maxWaiting: 1 } });
  onTestFinished(() => testApp.app.close());
  const [slow, other] = [await openSpecScene({ testApp }), await openSpecScene({ testApp })];
  const rule = {
    name: "endless",
    severity: "error",
    subject: { type: "Operation", property: ["operationId"] },
    assertions: { pattern: "^(a+)+$" },
  };
  const { key } = slow.organization.owner;
  const body = { customLintRules: [rule] };
  await request(testApp, { method: "PATCH", path: "/api/design-settings", key, body });
  const lintSlowly = await importLinted(slow, `${"a".repeat(200)}!`);
  const lintOther = await importLinted(other, "a");

  const answers = [1, 2, 3, 4].map(lintSlowly);
  expect(await Promise.race(answers)).toMatchObject({ status: 503, body: { code: "UNAVAILABLE" } });
  expect((await lintOther()).status).toBe(200);
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 503, 503]);
}, 100_000);
