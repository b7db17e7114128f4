import { afterAll, describe, expect, it } from "vitest";
import { request } from "../../testing/request.ts";
import {
  closeDeprecationScenes,
  openDeprecationScene,
  type DeprecationScene,
} from "../deprecations/deprecation.testing.ts";

afterAll(closeDeprecationScenes);

const send = (
  { testApp, organization }: DeprecationScene,
  method: "PATCH" | "POST" | "PUT",
  path: string,
  body: object,
  ifMatch?: string,
) =>
  request(testApp, {
    method,
    path,
    key: organization.owner.key,
    body,
    ...(ifMatch === undefined ? {} : { headers: { "if-match": ifMatch } }),
  });

const quote = (version: unknown) => `"${String(version)}"`;

const refused = { status: 412, body: { code: "PRECONDITION_FAILED" } };

describe("If-Match", () => {
  it("refuses a change of a consumer that has changed, or does not exist", async () => {
    const scene = await openDeprecationScene();
    const path = `/api/projects/${scene.projectId}/consumers`;
    const save = (fields: object, ifMatch?: string) =>
      send(scene, "POST", path, { name: "Partner", ...fields }, ifMatch);
    expect(await save({}, "*")).toMatchObject(refused);
    const first = await save({ owner: "Sales" });
    const stale = `"${String(first.body["rowVersion"])}"`;
    const second = await save({ owner: "Support" }, stale);
    expect(second.status, second.text).toBe(200);
    expect(await save({ owner: "Nobody" }, stale)).toMatchObject(refused);
    const last = await save({ owner: "Support" }, `"${String(second.body["rowVersion"])}"`);
    expect(last.body).toMatchObject({ id: first.body["id"], owner: "Support" });
  });

  it("refuses a change of a plan that has changed, and a plan that is to replace one", async () => {
    const scene = await openDeprecationScene();
    const base = `/api/projects/${scene.projectId}/specs/${scene.specId}/deprecation-plans`;
    const create = { action: "create", entityType: "endpoint", entityId: scene.endpointId };
    const fields = { sunsetAt: scene.inDays(120), migrationGuide: "Use the other." };
    expect(await send(scene, "POST", base, { ...create, ...fields }, "*")).toMatchObject(refused);
    const plan = await scene.create();
    const stale = quote(plan["rowVersion"]);
    const change = { action: "update", planId: plan["id"], softShutdownDays: 3 };
    const changed = await send(scene, "POST", base, change, stale);
    expect(changed.status, changed.text).toBe(200);
    const own = `${base}/${String(plan["id"])}`;
    const { entityType, entityId } = create;
    const force = { entityType, entityId, justification: "It leaks." };
    const advance = base.replace("deprecation-plans", "deprecation-advance");
    for (const [path, body] of [
      [base, { ...change, softShutdownDays: 4 }],
      [base, { ...change, action: "cancel" }],
      [`${own}/review`, { action: "approve" }],
      [`${own}/retire`, {}],
      [advance, force],
    ] as const)
      expect(await send(scene, "POST", path, body, stale)).toMatchObject(refused);
    const trial = `${own}/trial-brown-out`;
    expect(await send(scene, "PUT", trial, { minutes: 1 }, stale)).toMatchObject(refused);
    const present = quote(changed.body["plan"]?.["rowVersion"]);
    expect(await send(scene, "POST", advance, force, present)).toMatchObject({
      body: { phase: "sunset", softShutdownDays: 3 },
    });
  });

  it("refuses a change of a policy that has changed", async () => {
    const scene = await openDeprecationScene();
    const path = "/api/deprecation-policy";
    const { key } = scene.organization.owner;
    const { body } = await request(scene.testApp, { method: "GET", path, key });
    const stale = quote(body["rowVersion"]);
    const set = (sunsetPhaseDays: number, ifMatch: string) =>
      send(scene, "PATCH", path, { sunsetPhaseDays }, ifMatch);
    const first = await set(20, stale);
    expect(first.body).toMatchObject({ sunsetPhaseDays: 20 });
    expect(await set(21, stale)).toMatchObject(refused);
    // The clock of the scene does not move: each change has a version of its own.
    const second = await set(22, quote(first.body["rowVersion"]));
    expect(second.body).toMatchObject({ sunsetPhaseDays: 22 });
    expect(await set(23, quote(first.body["rowVersion"]))).toMatchObject(refused);
  });
});
