import { afterAll, describe, expect, it } from "vitest";
import { request } from "../../testing/request.ts";
import {
  closeDeprecationScenes,
  openDeprecationScene,
  type DeprecationScene,
} from "./deprecation.testing.ts";

afterAll(closeDeprecationScenes);

const problem = (status: number, code: string) => ({ status, code });

async function readEndpoint(scene: DeprecationScene) {
  const { specId, endpointId } = scene;
  return (await scene.send("GET", `/${specId}/endpoint?endpointId=${endpointId}`)).body;
}

describe("a deprecation plan", () => {
  it("marks the operation in lists, details and exports, and its end leaves nothing behind", async () => {
    const scene = await openDeprecationScene();
    const { specId, versionId } = scene;
    const exported = async () => {
      const path = `/${specId}/versions/${versionId}/document?format=json`;
      const { text } = await scene.send("GET", path);
      return JSON.parse(text).paths["/pets/{id}"].get.deprecated as unknown;
    };
    expect(await scene.read()).toEqual({ plan: null, usage: null });
    const plan = await scene.create();
    expect(plan).toMatchObject({
      phase: "gracePeriod",
      entityLabel: "GET /pets/{id}",
      daysLeft: 120,
      announcedAt: scene.clock.now.toISOString(),
      sunsetPhaseStartsAt: scene.inDays(90),
      enableWarningHeader: true,
      rateLimitReductionPercent: 50,
      softShutdownDays: 7,
      retiredEarly: false,
    });
    expect(await readEndpoint(scene)).toMatchObject({ isDeprecated: true });
    const { body } = await scene.send("GET", `/${specId}/endpoints?versionId=${versionId}`);
    expect(body["items"]).toMatchObject([{ isDeprecated: true }, { isDeprecated: false }]);
    expect(await exported()).toBe(true);
    const cancelled = await scene.manage({ action: "cancel", planId: plan["id"] });
    expect(cancelled.body["plan"]).toMatchObject({ phase: "cancelled" });
    expect(await readEndpoint(scene)).toMatchObject({ isDeprecated: false });
    expect(await exported()).toBeUndefined();
    expect(await scene.read()).toEqual({ plan: null, usage: null });
  });

  it("follows its operation into later versions, whatever the variable is called", async () => {
    const scene = await openDeprecationScene();
    const { specId } = scene;
    await scene.create();
    const draft = await scene.send("POST", `/${specId}/versions`, { version: "2.0.0" });
    const versionId = draft.body["id"];
    const listed = await scene.send("GET", `/${specId}/endpoints?versionId=${String(versionId)}`);
    const copy = listed.body["items"]?.[0];
    expect(copy).toMatchObject({ isDeprecated: true });
    const renamed = await scene.send(
      "PUT",
      `/${specId}/versions/${String(versionId)}/endpoints/${String(copy?.["id"])}`,
      {
        path: "/pets/{petId}",
        method: "get",
        rowVersion: copy?.["rowVersion"],
      },
    );
    expect(renamed.status, renamed.text).toBe(200);
    expect(renamed.body).toMatchObject({ isDeprecated: true });
    expect(renamed.body["warnings"]).toContainEqual(
      expect.objectContaining({ code: "DEPRECATION_HELD" }),
    );
    const found = await scene.read(`entityType=endpoint&entityId=${String(copy?.["id"])}`);
    expect(found["plan"]).toMatchObject({ phase: "gracePeriod", entityId: scene.endpointId });
  });

  it("moves by the clock, once, with the time at which each phase was due", async () => {
    const scene = await openDeprecationScene();
    const { specId } = scene;
    await scene.create();
    const startsAt = scene.inDays(90);
    const sunsetAt = scene.inDays(120);
    await scene.wait(89);
    expect((await scene.read())["plan"]).toMatchObject({ phase: "gracePeriod", daysLeft: 31 });
    await scene.wait(40);
    await scene.wait(0);
    expect((await scene.read())["plan"]).toMatchObject({
      phase: "retired",
      daysLeft: 0,
      retiredAt: sunsetAt,
      retiredEarly: false,
    });
    const { body } = await request(scene.testApp, {
      method: "GET",
      path: "/api/audit-log/export?format=json",
      key: scene.organization.owner.key,
    });
    const entries = body as unknown as { event: string; details: { dueAt?: string } }[];
    const moves = entries
      .filter(({ details }) => details.dueAt !== undefined)
      .map(({ event, details }) => [event, details.dueAt]);
    expect(moves).toEqual([
      ["deprecation.sunset_started", startsAt],
      ["deprecation.retired", sunsetAt],
    ]);
    expect(await readEndpoint(scene)).toMatchObject({ isDeprecated: true });
    expect(specId).toBeTruthy();
  });

  it("can be tried out by a brown-out with an end, and warns of a limit without a base", async () => {
    const scene = await openDeprecationScene();
    const { specId } = scene;
    const limited = await scene.manage({
      action: "create",
      entityType: "endpoint",
      entityId: scene.endpointId,
      sunsetAt: scene.inDays(100),
      migrationGuide: "G",
      enableRateLimiting: true,
    });
    expect(limited.body["warnings"]).toMatchObject([{ code: "RATE_LIMIT_WITHOUT_BASE" }]);
    const planId = String(limited.body["plan"]?.["id"]);
    const path = `/${specId}/deprecation-plans/${planId}/trial-brown-out`;
    const start = await scene.send("PUT", path, { minutes: 5 });
    expect(start.body).toEqual({
      startsAt: scene.clock.now.toISOString(),
      endsAt: scene.inDays(5 / 1440),
    });
    const rules = await request(scene.testApp, {
      method: "GET",
      path: `/api/projects/${scene.projectId}/traffic-rules?onlyPlanned=true`,
      key: scene.organization.owner.key,
    });
    expect(rules.text).toContain(`"trialBrownOut":${start.text}`);
    expect((await scene.send("PUT", path, { minutes: 61 })).status).toBe(400);
    expect((await scene.send("PUT", path, { minutes: 0 })).body).toEqual({
      startsAt: null,
      endsAt: null,
    });
    await scene.manage({ action: "cancel", planId });
    expect((await scene.send("PUT", path, { minutes: 5 })).body).toMatchObject(
      problem(409, "INVALID_PHASE"),
    );
  });

  it("accepts only a later sunset, and keeps what an update omits", async () => {
    const scene = await openDeprecationScene();
    const { id: planId, sunsetAt } = await scene.create({ autoShutdown: true });
    const update = (fields: object) => scene.manage({ action: "update", planId, ...fields });
    for (const earlier of [sunsetAt, scene.inDays(100)])
      expect((await update({ sunsetAt: earlier })).body).toMatchObject(
        problem(400, "SUNSET_NOT_LATER"),
      );
    const later = await update({ sunsetAt: scene.inDays(150), softShutdownDays: 3 });
    expect(later.body["plan"]).toMatchObject({
      sunsetAt: scene.inDays(150),
      sunsetPhaseStartsAt: scene.inDays(120),
      autoShutdown: true,
      softShutdownDays: 3,
      migrationGuide: "Use /v2/pets/{id}.",
    });
    await scene.wait(125);
    const moved = await update({ sunsetAt: scene.inDays(60) });
    expect(moved.body["plan"]).toMatchObject({
      phase: "sunset",
      sunsetPhaseStartsAt: scene.inDays(-5),
    });
  });

  it("refuses what the policy forbids with every reason, and texts that are no date", async () => {
    const scene = await openDeprecationScene();
    await scene.setPolicy({ preset: "strict", requireApproval: false });
    const fields = { action: "create", entityType: "endpoint", entityId: scene.endpointId };
    const refused = await scene.manage({ ...fields, sunsetAt: scene.inDays(30) });
    expect(refused.body).toMatchObject({
      ...problem(400, "DEPRECATION_POLICY_VIOLATION"),
      earliestSunsetAt: scene.inDays(180),
    });
    const { violations } = refused.body as unknown as { violations: { code: string }[] };
    expect(violations.map(({ code }) => code)).toEqual([
      "MIGRATION_GUIDE_REQUIRED",
      "SUCCESSOR_REQUIRED",
      "SUNSET_TOO_EARLY",
    ]);
    for (const sunsetAt of [
      "2027-01-01T00:00:00",
      "2027-02-30",
      "soon",
      "1780000000",
      "+002027-01-01",
    ])
      expect((await scene.manage({ ...fields, sunsetAt })).body, sunsetAt).toMatchObject(
        problem(400, "VALIDATION_FAILED"),
      );
    for (const missing of ["entityType", "entityId", "sunsetAt"])
      expect(
        (await scene.manage({ ...fields, sunsetAt: scene.inDays(400), [missing]: undefined })).body,
      ).toMatchObject(problem(400, "VALIDATION_FAILED"));
  });

  it("is one for each operation, even when two are made at once", async () => {
    const scene = await openDeprecationScene();
    const create = () =>
      scene.manage({
        action: "create",
        entityType: "endpoint",
        entityId: scene.endpointId,
        sunsetAt: scene.inDays(200),
        migrationGuide: "Use the other.",
      });
    const made = await Promise.all([create(), create(), create()]);
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(made.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "ALREADY_DEPRECATED",
    });
    expect((await scene.read())["plan"]).toMatchObject({ sunsetAt: scene.inDays(200) });
  });

  it("waits for an approval where the policy asks for one, and its clock starts then", async () => {
    const scene = await openDeprecationScene();
    await scene.setPolicy({ requireApproval: true });
    const plan = await scene.create();
    expect(plan).toMatchObject({ phase: "pendingApproval", announcedAt: null });
    expect(await readEndpoint(scene)).toMatchObject({ isDeprecated: false });
    const review = (body: object) =>
      scene.send("POST", `/${scene.specId}/deprecation-plans/${String(plan["id"])}/review`, body);
    const advance = await scene.send("POST", `/${scene.specId}/deprecation-advance`, {
      entityType: "endpoint",
      entityId: scene.endpointId,
      justification: "Now.",
    });
    expect(advance.body).toMatchObject(problem(409, "INVALID_PHASE"));
    expect((await review({ action: "reject", comment: " " })).body).toMatchObject(
      problem(400, "COMMENT_REQUIRED"),
    );
    await scene.wait(40);
    expect((await review({ action: "approve" })).body).toMatchObject(
      problem(400, "DEPRECATION_POLICY_VIOLATION"),
    );
    await scene.manage({ action: "update", planId: plan["id"], sunsetAt: scene.inDays(95) });
    expect((await review({ action: "approve" })).body).toMatchObject({
      phase: "gracePeriod",
      announcedAt: scene.clock.now.toISOString(),
      sunsetPhaseStartsAt: scene.inDays(65),
    });
    expect((await review({ action: "approve" })).body).toMatchObject(problem(409, "INVALID_PHASE"));
    expect(await readEndpoint(scene)).toMatchObject({ isDeprecated: true });
  });

  it("is rejected for good, and another one can be made", async () => {
    const scene = await openDeprecationScene();
    await scene.setPolicy({ requireApproval: true });
    const plan = await scene.create();
    const path = `/${scene.specId}/deprecation-plans/${String(plan["id"])}/review`;
    const rejected = await scene.send("POST", path, { action: "reject", comment: "Not yet." });
    expect(rejected.body).toMatchObject({ phase: "rejected", reviewComment: "Not yet." });
    expect((await scene.manage({ action: "cancel", planId: plan["id"] })).body).toMatchObject(
      problem(409, "INVALID_PHASE"),
    );
    expect(await scene.read()).toEqual({ plan: null, usage: null });
    expect(await scene.create()).toMatchObject({ phase: "pendingApproval" });
  });

  it("stays in the list of plans with its end and its reason, and with its trial brown-out", async () => {
    const scene = await openDeprecationScene();
    const first = await scene.create();
    await scene.manage({ action: "cancel", planId: first["id"] });
    const second = await scene.create({ successorEndpointId: scene.successorId });
    const path = `/api/projects/${scene.projectId}/deprecation-plans`;
    const list = async (query = "", key = scene.organization.owner.key) =>
      request(scene.testApp, { method: "GET", path: `${path}${query}`, key });
    const trial = `/${scene.specId}/deprecation-plans/${String(second["id"])}/trial-brown-out`;
    await scene.send("PUT", trial, { minutes: 5 });
    const { body } = await list();
    expect(body).toMatchObject({
      totalCount: 2,
      items: [
        {
          id: second["id"],
          phase: "gracePeriod",
          specName: "Pets",
          versionId: scene.versionId,
          successor: {
            label: "GET /v2/pets/{id}",
            specId: scene.specId,
            versionId: scene.versionId,
            endpointId: scene.successorId,
          },
          trialBrownOut: { startsAt: scene.clock.now.toISOString() },
        },
        { id: first["id"], phase: "cancelled", successor: null, trialBrownOut: null },
      ],
    });
    const one = await list(`?planId=${String(first["id"])}`);
    expect(one.body).toMatchObject({ totalCount: 1, items: [{ id: first["id"] }] });
    await scene.wait(1);
    expect((await list()).body["items"]?.[0]).toMatchObject({ trialBrownOut: null });
  });

  it("is forced to the next phase with a justification that the audit log keeps", async () => {
    const scene = await openDeprecationScene();
    await scene.create();
    const force = (justification: string) =>
      scene.send("POST", `/${scene.specId}/deprecation-advance`, {
        entityType: "endpoint",
        entityId: scene.endpointId,
        justification,
      });
    expect((await force(" ")).body).toMatchObject(problem(400, "JUSTIFICATION_REQUIRED"));
    expect((await force("A leak.")).body).toMatchObject({
      phase: "sunset",
      sunsetAt: scene.inDays(120),
    });
    expect((await force("Worse.")).body).toMatchObject({ phase: "retired", retiredEarly: true });
    expect((await force("Again.")).body).toMatchObject(problem(409, "INVALID_PHASE"));
    const { text } = await request(scene.testApp, {
      method: "GET",
      path: "/api/audit-log/export?format=json",
      key: scene.organization.owner.key,
    });
    expect(text).toContain("A leak.");
  });

  it("is cancelled with the last version that has its operation", async () => {
    const scene = await openDeprecationScene();
    const { specId } = scene;
    const draft = await scene.send("POST", `/${specId}/versions`, { version: "2.0.0" });
    const versionId = String(draft.body["id"]);
    const added = await scene.send("POST", `/${specId}/versions/${versionId}/endpoints`, {
      method: "get",
      path: "/owners",
    });
    const entityId = added.body["id"];
    await scene.create({ entityId });
    await scene.send("DELETE", `/${specId}/versions/${versionId}/endpoints/${String(entityId)}`);
    const { body } = await request(scene.testApp, {
      method: "GET",
      path: "/api/deprecations",
      key: scene.organization.owner.key,
    });
    expect(body).toMatchObject({ items: [], totalCount: 0 });
  });
});

describe("a version", () => {
  it("has a plain sunset or a plan, and says so", async () => {
    const scene = await openDeprecationScene();
    const { specId, versionId } = scene;
    const path = `/${specId}/versions/${versionId}`;
    const set = (body: object) => scene.send("PUT", `${path}/sunset`, body);
    expect((await set({ sunsetAt: "2027-03-01" })).body).toMatchObject({
      sunsetAt: "2027-03-01T00:00:00.000Z",
      isDeprecated: false,
    });
    expect((await set({})).body).toMatchObject({ sunsetAt: null });
    await scene.create({ entityType: "specVersion", entityId: versionId });
    expect((await set({ sunsetAt: "2028-03-01" })).body).toMatchObject(
      problem(409, "ALREADY_DEPRECATED"),
    );
    expect((await scene.send("GET", path)).body).toMatchObject({
      isDeprecated: true,
      sunsetAt: scene.inDays(120),
    });
    const draft = await scene.send("POST", `/${specId}/versions`, { version: "2.0.0" });
    const refused = await scene.manage({
      action: "create",
      entityType: "specVersion",
      entityId: draft.body["id"],
      sunsetAt: scene.inDays(200),
    });
    expect(refused.body).toMatchObject(problem(400, "VALIDATION_FAILED"));
  });
});

describe("the list of deprecations", () => {
  it("has plans, plain dates and what was deprecated by hand, of visible projects alone", async () => {
    const scene = await openDeprecationScene();
    const { specId, versionId, testApp, organization } = scene;
    await scene.create();
    await scene.send("PUT", `/${specId}/versions/${versionId}/sunset`, {
      sunsetAt: scene.inDays(300),
    });
    const draft = await scene.send("POST", "", { name: "Owners" });
    const ownId = String(draft.body["id"]);
    const inVersion = `/${ownId}/versions/${String(draft.body["newestVersionId"])}/endpoints`;
    const added = await scene.send("POST", inVersion, {
      method: "get",
      path: "/owners",
    });
    await scene.send("PUT", `${inVersion}/${String(added.body["id"])}`, {
      method: "get",
      path: "/owners",
      isDeprecated: true,
      rowVersion: added.body["rowVersion"],
    });
    const list = (key: string) =>
      request(testApp, { method: "GET", path: "/api/deprecations", key });
    const { body } = await list(organization.owner.key);
    expect(body).toMatchObject({
      totalCount: 3,
      items: [
        { entityLabel: "GET /pets/{id}", phase: "gracePeriod", daysLeft: 120 },
        { entityLabel: "1.0.0", entityType: "specVersion", phase: null, planId: null },
        { entityLabel: "GET /owners", phase: null, sunsetAt: null, daysLeft: null },
      ],
    });
  });
});
