import { afterAll, describe, expect, it } from "vitest";
import { makeMember } from "../../testing/factories.ts";
import { request } from "../../testing/request.ts";
import { closeDeprecationScenes, openDeprecationScene } from "./deprecation.testing.ts";

afterAll(closeDeprecationScenes);

const problem = (status: number, code: string) => ({ status, code });

describe("the policy", () => {
  it("begins as the standard, takes a preset, and fields beat the preset", async () => {
    const scene = await openDeprecationScene();
    const { body } = await request(scene.testApp, {
      method: "GET",
      path: "/api/deprecation-policy",
      key: scene.organization.owner.key,
    });
    expect(body).toEqual({
      minGracePeriodDays: 90,
      sunsetPhaseDays: 30,
      requireMigrationGuide: true,
      requireSuccessorLink: false,
      requireApproval: false,
      notifyOnAnnouncement: true,
      sendSunsetReminders: true,
      reminderDaysJson: "[30,14,7,1]",
      rowVersion: "AAAAAAAAAAA=",
    });
    const changed = await scene.setPolicy({ preset: "strict", minGracePeriodDays: 10 });
    expect(changed.body).toMatchObject({
      minGracePeriodDays: 10,
      sunsetPhaseDays: 60,
      requireApproval: true,
    });
    for (const reminderDaysJson of ["[366]", "[1.5]", "{}", "[", '["1"]', "[-1]"])
      expect((await scene.setPolicy({ reminderDaysJson })).body, reminderDaysJson).toMatchObject(
        problem(400, "VALIDATION_FAILED"),
      );
  });

  it("is kept by a plan from its start", async () => {
    const scene = await openDeprecationScene();
    const { id: planId } = await scene.create();
    await scene.setPolicy({ preset: "strict" });
    const updated = await scene.manage({
      action: "update",
      planId,
      sunsetAt: scene.inDays(200),
    });
    expect(updated.body["plan"]).toMatchObject({ sunsetPhaseStartsAt: scene.inDays(170) });
    const cleared = await scene.manage({ action: "update", planId, migrationGuide: " " });
    expect(cleared.body).toMatchObject(problem(400, "DEPRECATION_POLICY_VIOLATION"));
  });
});

describe("a preview", () => {
  it("says what the policy would refuse, whom it concerns and who calls, and stores nothing", async () => {
    const scene = await openDeprecationScene();
    const { specId, versionId, endpointId, testApp, projectId, organization } = scene;
    const { key, email } = organization.owner;
    const preview = (query: string, byKey?: string) =>
      scene.send(
        "GET",
        `/${specId}/deprecation-preview?entityType=endpoint&entityId=${endpointId}${query}`,
        undefined,
        byKey,
      );
    const suites = `/api/projects/${projectId}/suites`;
    const body = { name: "Shop" };
    const suite = await request(testApp, { method: "POST", path: suites, key, body });
    await request(testApp, {
      method: "POST",
      path: `${suites}/${String(suite.body["id"])}/cases`,
      key,
      body: { name: "read", request: { method: "GET", url: "{{baseUrl}}/pets/7" } },
    });
    const calls = [
      {
        specId,
        method: "get",
        path: "/pets/{petId}",
        consumer: "partner",
        occurredAt: scene.inDays(-1),
        count: 3,
      },
    ];
    await request(testApp, {
      method: "POST",
      path: `/api/projects/${projectId}/usage`,
      key,
      body: { batchId: "one", calls },
    });
    const early = await preview(`&sunsetAt=${encodeURIComponent(scene.inDays(10))}`);
    expect(early.status, early.text).toBe(200);
    expect(early.body).toMatchObject({
      entityLabel: "GET /pets/{id}",
      livePlanId: null,
      violations: [{ code: "MIGRATION_GUIDE_REQUIRED" }, { code: "SUNSET_TOO_EARLY" }],
      requiresApproval: false,
      earliestSunsetAt: scene.inDays(90),
      recipients: [{ email, reasons: ["the suite Shop calls GET /pets/{id}"] }],
      usage: { totalRequests: 3, consumerCount: 1, activeInLast7Days: true },
    });
    const fine = await preview("&hasMigrationGuide=true");
    expect(fine.body).toMatchObject({
      violations: [],
      sunsetAt: scene.inDays(90),
      sunsetPhaseStartsAt: scene.inDays(60),
    });
    expect(await scene.read()).toEqual({ plan: null, usage: null });
    const plan = await scene.create();
    expect((await preview("")).body).toMatchObject({ livePlanId: plan["id"] });
    const whole = `/${specId}/deprecation-preview?entityType=specVersion&entityId=${versionId}`;
    expect((await scene.send("GET", whole)).body).toMatchObject({ entityLabel: "1.0.0" });
    const viewer = await makeMember(testApp, organization, "viewer");
    expect((await preview("", viewer.key)).status).toBe(403);
  });
});
